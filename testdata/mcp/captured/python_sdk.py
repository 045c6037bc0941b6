"""Expense reports, served by the official Python SDK, 1.x or 2.x."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, Optional, Union
from uuid import UUID

from pydantic import BaseModel, Field
from typing_extensions import TypedDict

try:
    from mcp.server import MCPServer
    from mcp_types import CallToolResult, Icon, ToolAnnotations
except ImportError:
    from mcp.server.fastmcp import FastMCP as MCPServer
    from mcp.types import CallToolResult, Icon, ToolAnnotations

mcp = MCPServer("expenses", instructions="Amounts are in euros unless a currency is given.")


class Currency(str, Enum):
    EUR = "EUR"
    CHF = "CHF"


class Money(BaseModel):
    amount: Decimal = Field(gt=0, decimal_places=2)
    currency: Currency = Currency.EUR


class Mileage(BaseModel):
    type: Literal["mileage"] = "mileage"
    kilometres: Annotated[float, Field(gt=0)]
    stops: tuple[str, str] | None = None


class Receipt(BaseModel):
    type: Literal["receipt"] = "receipt"
    total: Money
    image: bytes | None = None


class Report(BaseModel):
    """A report and the reports it corrects."""

    id: UUID
    month: str = Field(pattern=r"^\d{4}-(0[1-9]|1[0-2])$")
    positions: list[Annotated[Union[Mileage, Receipt], Field(discriminator="type")]]
    corrects: list["Report"] = []


class Budget(TypedDict, total=False):
    team: str
    left: float


@mcp.tool(
    title="Add positions",
    annotations=ToolAnnotations(readOnlyHint=False, destructiveHint=False, idempotentHint=False, openWorldHint=False),
)
def add_positions(
    report: Annotated[UUID, Field(description="The report that gets the positions")],
    positions: Annotated[list[Mileage | Receipt], Field(min_length=1, max_length=30)],
    note: Optional[str] = None,
) -> Report:
    """Add positions to a report that has not been submitted."""
    raise NotImplementedError


@mcp.tool(annotations=ToolAnnotations(title="Find reports", readOnlyHint=True))
def find_reports(
    status: Literal["draft", "submitted", "paid"] = "draft",
    months: Annotated[tuple[str, str] | None, Field(description="First and last month")] = None,
    limit: Annotated[int, Field(gt=0, le=100)] = 20,
    extra: Mapping[str, Any] | None = None,
) -> list[Report]:
    """Find reports by status and month."""
    return []


@mcp.tool()
async def submit(report: Report, approver: Annotated[str, Field(alias="approvedBy")] = "") -> str:
    """Submit a report: nothing can be changed after that."""
    return "submitted"


@mcp.tool(meta={"example.expenses/cost": 0.25}, icons=[Icon(src="https://expenses.example/rate.png", sizes=["48x48"])])
def exchange_rate(of: Currency, day: date | None = None) -> tuple[date, float]:
    """The rate of a currency on a day."""
    return date(2025, 1, 1), 1.0


@mcp.tool()
def budgets(team=None) -> dict[str, Budget]:
    return {}


@mcp.tool(structured_output=False)
def discard(reports: set[UUID], why: Annotated[str, Field(json_schema_extra={"x-widget": "textarea"})]) -> list[str]:
    """Discard drafts. They cannot be restored.

    Args:
        reports: which drafts
        why: for the log
    """
    return []


@mcp.tool()
def receipt_image(report: UUID, number: Annotated[int, Field(ge=0)]) -> CallToolResult:
    """The image of a receipt."""
    return CallToolResult(content=[])


if __name__ == "__main__":
    mcp.run()
