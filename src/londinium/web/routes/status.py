"""For machines: health and metrics."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from londinium.table.errors import StoreError
from londinium.web.site import site_of


async def health(request: Request) -> Response:
    """200 while the database answers."""
    hall = site_of(request).hall
    try:
        await hall.check()
    except StoreError:
        return JSONResponse({"status": "no database"}, 503)
    return JSONResponse({"status": "ok"})


async def metrics(request: Request) -> Response:
    site = site_of(request)
    site.metrics.gauges["londinium_tables"] = site.hall.open_tables
    return PlainTextResponse(site.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
