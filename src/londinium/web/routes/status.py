"""For machines: health and metrics."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from londinium.web.http.vitals import vital_lines
from londinium.web.site import site_of


async def health(request: Request) -> Response:
    """200 while something can be committed within a moment; `?live`: while the process answers. `?details` is for hosts."""
    site = site_of(request)
    if "live" in request.query_params:
        return JSONResponse({"status": "ok"})
    if site.hall.peers.leaving:
        return JSONResponse({"status": "leaving"}, 503)
    beat = await site.vitals.beat()
    told: dict[str, Any] = {"status": "no database" if beat.problem else "ok"}
    if "details" in request.query_params and site.door.is_host(request.scope):
        told |= {"commit_ms": round(beat.seconds * 1000, 1), "problem": beat.problem, "database": site.hall.store.name}
    return JSONResponse(told, 503 if beat.problem else 200)


async def metrics(request: Request) -> Response:
    site = site_of(request)
    if not site.door.is_host(request.scope):
        return PlainTextResponse("Only the host of this site may read this: see --metrics-from.", 403)
    site.metrics.gauges["londinium_tables"] = site.hall.open_tables
    site.metrics.gauges["londinium_rules_waiting"] = site.preparation.waiting if site.preparation is not None else 0
    # The hall knows nothing of metrics, and counts for itself.
    site.metrics.counters["londinium_thoughts_total", 'by="server",kind="bot"'] = site.hall.counts.bot_thoughts
    site.metrics.counters["londinium_pondered_total", ""] = site.hall.pondered
    site.metrics.counters["londinium_conflicts_total", ""] = site.hall.counts.conflicts
    site.metrics.counters["londinium_log_lines_lost_total", ""] = getattr(site.journal, "lost", 0)
    queues = {**site.hall.queues, "hints": site.hints.waiting, "analyses": site.analyses.length}
    told = site.metrics.text() + "\n".join(vital_lines(queues)) + "\n"
    return PlainTextResponse(told, media_type="text/plain; version=0.0.4; charset=utf-8")
