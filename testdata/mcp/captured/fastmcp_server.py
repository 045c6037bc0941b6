"""A greenhouse, served by FastMCP. With an argument: in pages of so many tools, and with references in schemas."""

import sys
from dataclasses import dataclass
from datetime import datetime, time
from typing import Annotated, Any, Literal

from fastmcp import Context, FastMCP
from fastmcp.tools import ToolResult
from pydantic import BaseModel, ConfigDict, Field

options = {"list_page_size": int(sys.argv[1]), "dereference_schemas": False} if sys.argv[1:] else {}
mcp = FastMCP("greenhouse", version="1.0.0", **options)


class Sensor(BaseModel):
    id: str = Field(pattern="^[a-z]+-[0-9]{1,3}$")
    kind: Literal["temperature", "humidity", "light"]
    offset: float | None = None


class Reading(BaseModel):
    sensor: Sensor
    at: datetime
    value: float


class Drip(BaseModel):
    model_config = ConfigDict(extra="forbid")
    type: Literal["drip"]
    minutes: int = Field(gt=0, le=90)


class Spray(BaseModel):
    model_config = ConfigDict(extra="forbid")
    type: Literal["spray"]
    pressure: Annotated[float, Field(ge=0.5, le=4, multiple_of=0.5)] = 1.0


class Bed(BaseModel):
    """A bed, which can be divided into others."""

    name: str
    plants: list[str] = Field(default=[], max_length=50)
    parts: list["Bed"] = []


@dataclass
class Level:
    litres: float
    is_low: bool = False


@mcp.tool(annotations={"title": "Read sensors", "readOnlyHint": True, "openWorldHint": False}, tags={"sensors"})
def read_sensors(
    kind: Annotated[Literal["temperature", "humidity", "light"] | None, "Only sensors of this kind"] = None,
    since: datetime | None = None,
    limit: Annotated[int, Field(ge=1, le=500)] = 50,
) -> list[Reading]:
    """Read the latest values of the sensors.

    Values older than a day are not kept.
    """
    return []


@mcp.tool(annotations={"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True})
async def water(
    bed: str,
    how: Annotated[Drip | Spray, Field(discriminator="type")],
    at: time | None = None,
    context: Context | None = None,
) -> bool:
    """Water a bed now, or at a time of day."""
    return True


@mcp.tool(title="Arrange beds", meta={"greenhouse/room": "south", "order": 3})
def arrange(root: Bed, sizes: dict[str, tuple[float, float]], notes: dict[str, Any] = {}) -> Bed:
    """Replace the arrangement of beds."""
    return root


@mcp.tool(annotations={"readOnlyHint": True})
def tank() -> Level:
    """How much water is left."""
    return Level(12.5)


@mcp.tool(name="remove-bed", annotations={"destructiveHint": True}, output_schema=None)
def remove_bed(name: str, confirm: Literal[True]) -> str:
    """Remove a bed and what grows there."""
    return name


@mcp.tool
def snapshot(width: int = 640, camera=None) -> ToolResult:
    return ToolResult(content="")


if __name__ == "__main__":
    mcp.run(show_banner=False)
