// What can be pressed on a page now, and what is wrong with the page; see crawler.py.
(() => {
  const PRESSED =
    "a[href], button, summary, [role=tab], [role=button], [data-move], [data-ways], [data-place], [data-tell], label.check, #scrub";
  const OUTSIDE = (link) => link.origin !== location.origin || link.pathname.startsWith("/offline") || link.hasAttribute("download");
  const top = () => document.querySelector("dialog:modal") ?? document.body;

  const point = (element) => {
    for (const box of element.getClientRects()) {
      for (const [right, down] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.2], [0.5, 0.8]]) {
        const [x, y] = [box.x + box.width * right, box.y + box.height * down];
        const hit = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && document.elementFromPoint(x, y);
        if (hit && element.contains(hit)) return [x, y];
      }
    }
    return null;
  };

  const name = (element) => {
    const data = ["do", "act", "open", "eye", "tab", "move", "place"].map((fact) => `data-${fact}`);
    const own = ["id", "name", "value", "formaction", ...data].filter((fact) => element.hasAttribute(fact)).map((fact) => `${fact}=${element.getAttribute(fact).slice(0, 40)}`);
    const where = element instanceof HTMLAnchorElement ? element.getAttribute("href").slice(0, 60) : "";
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 30);
    return [element.tagName.toLowerCase(), where, ...own, words].filter(Boolean).join(" ");
  };

  const usable = (element) =>
    !element.closest("[hidden], [inert]") && !element.disabled && !(element instanceof HTMLAnchorElement && OUTSIDE(element));

  const crawl = {
    pressed: [],
    ready: () => document.readyState !== "loading" || new Promise((done) => addEventListener("DOMContentLoaded", () => done(true))),
    // Names of all that could be pressed; the element itself is kept under its number.
    list() {
      crawl.pressed = [...top().querySelectorAll(PRESSED)].filter((each) => usable(each) && each.getClientRects().length);
      return crawl.pressed.map(name);
    },
    // Scroll to it, and say where to press; null where something lies over it.
    reach(number) {
      const element = crawl.pressed[number];
      if (!element?.isConnected) return null;
      const here = point(element);
      if (here) return here;
      element.scrollIntoView({ block: "center", inline: "center" });
      return point(element);
    },
    // Fields that can be filled in: their kinds, by number.
    fields() {
      crawl.filled = [...top().querySelectorAll("input:not([type=hidden]), select, textarea")].filter(
        (each) => each.getClientRects().length && !each.disabled && !each.readOnly,
      );
      return crawl.filled.map((each) => (each instanceof HTMLSelectElement ? "select" : each.type));
    },
    // As a person changes it: of a select, the option with this number, modulo how many there are.
    fill(number, value) {
      const field = crawl.filled[number];
      if (!field?.isConnected) return;
      if (field instanceof HTMLSelectElement) field.selectedIndex = value % field.options.length;
      else if (field.type === "checkbox" || field.type === "radio") return field.click();
      else field.value = String(value);
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    },
    // Whether there is anything to do here but to go home.
    ways() {
      const inside = document.querySelector("main") ?? document.body;
      const links = inside.querySelectorAll("a[href], button, input, summary, [data-move]");
      return [...links, ...document.querySelectorAll("body > form *, .dock button")].filter((each) => each.getAttribute("href") !== "/").length;
    },
    problem: () => document.getElementById("problem")?.textContent.trim().replace(/\s+/g, " ") ?? "",
  };
  window.crawl = crawl;
})();
