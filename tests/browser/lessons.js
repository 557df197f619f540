// What a lesson's page looks like at a step: whether the teacher covers anything, and whether rings and leader are where they belong.
window.lessons = (() => {
  const box = (element) => element.getBoundingClientRect();
  const shared = (a, b) => {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return width > 1 && height > 1 ? width * height : 0;
  };
  const seen = (element) => box(element).width > 0 && getComputedStyle(element).visibility !== "hidden";
  const said = (element) => element.dataset.move || element.dataset.key || element.className.baseVal || element.className || element.tagName;

  async function go(step) {
    location.hash = `#step=${step}`;
    const picture = document.querySelector("#pointing");
    for (let turn = 0; turn < 300; turn++) {
      await new Promise(requestAnimationFrame);
      if (document.querySelector("#coach .number").textContent.startsWith(`${step} /`) && picture.dataset.rings !== undefined) return;
    }
    throw new Error(`step ${step} did not come to rest`);
  }

  /** What is spoken of, as drawn. */
  function targets([mark, value]) {
    return value.split(" + ").flatMap((one) => {
      const ways = [...document.querySelectorAll(".table [data-ways]")].filter((place) => mark === "move" && seen(place) && !place.closest(".prompt-bar") && place.dataset.ways.split("|").includes(one));
      if (ways.length) return ways;
      const all = [...document.querySelectorAll(`.table [data-${mark}="${CSS.escape(one)}"]`)].filter(seen);
      const board = all.filter((element) => !element.closest(".prompt-bar"));
      // A number or a part may stand in several layouts; one of them is pointed at.
      const some = (board.length ? board : all).map((element) => element.querySelector("[data-aim]") ?? element);
      return mark === "move" ? some : some.slice(0, 1);
    });
  }

  return {
    async at(step, points) {
      await go(step);
      const problems = [];
      const coach = box(document.querySelector("#coach"));
      const room = box(document.querySelector(".room"));
      const tell = (words) => problems.push(words);
      if (coach.left < -1 || coach.top < -1 || coach.right > innerWidth + 1 || coach.bottom > innerHeight + 1) tell("the teacher is outside the window");
      if (shared(coach, room)) tell("the teacher stands in the table's part of the window");
      const words = document.querySelector("#coach .said");
      if (words.scrollHeight > words.clientHeight + 1) tell("the words are cut");
      for (const button of document.querySelectorAll("#coach button, #coach a")) {
        const at = box(button);
        if (seen(button) && (at.left < coach.left - 1 || at.right > coach.right + 1 || at.top < coach.top - 1 || at.bottom > coach.bottom + 1))
          tell(`${button.textContent} stands outside the teacher's band`);
      }
      // What can be seen of the table is in its room, or in a part of it that scrolls.
      for (const each of document.querySelectorAll(".table [data-move], .table .tools > *, .table .brand, .prompt-bar .decide button")) {
        const scrolled = each.closest(".chips");
        const clipped = scrolled && box(each).x + box(each).width / 2 > box(scrolled).right;
        if (seen(each) && !clipped && shared(box(each), coach) && document.elementFromPoint(box(each).x + box(each).width / 2, box(each).y + box(each).height / 2)?.closest("#coach"))
          tell(`the teacher covers ${said(each)}`);
      }
      const shapes = [...document.querySelectorAll("#pointing rect, #pointing polygon")].map(box);
      // Of several things a small window may leave some out, but never all.
      if (points.length && !points.some((point) => targets(point).length)) tell("nothing is shown of what is spoken of");
      for (const point of points) {
        const found = targets(point);
        for (const target of found) {
          const at = box(target);
          const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
          if (middle.x < room.left || middle.x > room.right || middle.y < room.top || middle.y > room.bottom) tell(`${point} is not in sight`);
          const around = shapes.filter((ring) => ring.left <= middle.x + at.width / 4 && ring.right >= middle.x - at.width / 4 && ring.top <= middle.y && ring.bottom >= middle.y);
          if (!around.length) tell(`no ring around ${point}`);
          const several = point[1].includes(" + ");
          if (!several && !around.some((ring) => ring.width <= at.width * 1.6 + 24 && ring.height <= at.height * 2.2 + 24)) tell(`the ring around ${point} is too large`);
        }
      }
      const leader = document.querySelector("#pointing path");
      if (leader) {
        const [, x, y, toX, toY] = leader.getAttribute("d").match(/M([\d.-]+) ([\d.-]+)L([\d.-]+) ([\d.-]+)/).map(Number);
        const off = Math.max(coach.left - x, x - coach.right, coach.top - y, y - coach.bottom);
        if (Math.abs(off) > 1.5) tell("the leader does not begin at the teacher");
        if (!shapes.some((ring) => toX >= ring.left - 4 && toX <= ring.right + 4 && toY >= ring.top - 4 && toY <= ring.bottom + 4)) tell("the leader does not end at a ring");
      }
      const place = (element) => (element && seen(element) ? [box(element).right, box(element).top].map(Math.round).join(" ") : "");
      const onward = [...document.querySelectorAll("#coach .onward > [data-do]")].find((one) => !one.hidden && seen(one));
      const back = document.querySelector("#coach [data-do=back]");
      return {
        problems,
        rings: shapes.length,
        back: back.hidden ? "" : place(back),
        onward: place(onward ?? document.querySelector("#coach .finish .main")),
      };
    },
  };
})();
