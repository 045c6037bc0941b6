"""Writes tools whose arguments are Pydantic models as ToolDefinition JSON, each schema as Pydantic exports it.

To run it (Python 3.11 or newer), in a virtual environment outside the repository:

    pip install pydantic==2.14.4 email-validator==2.4.0
    python export.py DIRECTORY

where DIRECTORY is the directory of this file. The same versions write the same bytes.
"""

import enum
import json
import pathlib
import sys
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, Optional, TypeVar, Union
from uuid import UUID

from pydantic import (
    AnyUrl, BaseModel, ConfigDict, EmailStr, Field, RootModel, SecretStr, StringConstraints, TypeAdapter, conlist,
)
from pydantic.alias_generators import to_camel

IssueKey = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2,5}-\d+$")]
Scalar = str | int | float | bool | None


class Priority(str, enum.Enum):
    """How soon an issue should be looked at."""

    LOW = "low"
    NORMAL = "normal"
    URGENT = "urgent"


class Severity(enum.IntEnum):
    MINOR = 1
    MAJOR = 2


class Person(BaseModel):
    email: EmailStr
    name: Optional[str] = None


class CreateIssue(BaseModel):
    """What a new issue consists of."""

    title: str = Field(min_length=1, max_length=200, description="One line, without the key", examples=["Lamp is dark"])
    body: str = ""
    kind: Literal["bug", "task", "question"]
    priority: Priority = Priority.NORMAL
    severity: Severity | None = None
    assignee: Person | None = Field(description="null leaves it to triage")
    watchers: set[EmailStr] = Field(default_factory=set, max_length=20)
    due: date | None = None
    estimate: timedelta | None = None
    budget: Decimal | None = Field(default=None, ge=0, max_digits=8, decimal_places=2)
    hours: float | None = Field(default=None, gt=0, le=400, multiple_of=0.25)
    labels: list[Annotated[str, Field(min_length=2)]] = Field(default=[], max_length=10)
    custom_fields: dict[str, Scalar] = {}


class StatusIs(BaseModel):
    field: Literal["status"]
    value: Literal["open", "closed"]


class AssigneeIs(BaseModel):
    field: Literal["assignee"]
    value: EmailStr | None


class Created(BaseModel):
    field: Literal["created"] = "created"
    after: datetime
    before: datetime | None = None


class All(BaseModel):
    field: Literal["all"]
    of: "list[Filter]" = Field(min_length=1)


Filter = Annotated[Union[StatusIs, AssigneeIs, Created, All], Field(discriminator="field")]


class SearchIssues(BaseModel):
    filter: Filter
    order: tuple[Literal["created", "updated"], Literal["asc", "desc"]] = ("created", "desc")
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    cursor: str | None = None


class SetStatus(BaseModel):
    model_config = ConfigDict(extra="forbid")
    type: Literal["status"]
    to: Literal["open", "closed"]


class Assign(BaseModel):
    model_config = ConfigDict(extra="forbid")
    type: Literal["assign", "reassign"]
    to: Person | None


class UpdateIssue(BaseModel):
    """Changes to one issue."""

    model_config = ConfigDict(
        extra="forbid", alias_generator=to_camel, json_schema_extra={"examples": [{"issueId": "OPS-17", "changes": []}]}
    )
    issue_id: IssueKey
    changes: conlist(Annotated[SetStatus | Assign, Field(discriminator="type")], min_length=1, max_length=20)
    expected_version: int = Field(ge=0, title="Version")
    notify_watchers: bool = True
    reason: str | None = Field(default=None, deprecated=True)


class Comment(BaseModel):
    author: Person
    text: str = Field(max_length=4000)
    replies: list["Comment"] = []


class Scale(BaseModel):
    weights: dict[Priority, Annotated[float, Field(ge=0)]] = {}
    corridor: tuple[float, float, Literal["hours", "points"]] | None = None
    samples: tuple[int, ...] = ()
    offsets: dict[int, float] = {}


Item = TypeVar("Item")


class Page(BaseModel, Generic[Item]):
    items: list[Item]
    next: AnyUrl | None = None


class Burndown(BaseModel):
    period: Annotated[tuple[date, date], Field(description="First and last day")]
    scale: Scale = Field(default=Scale(), description="How work is measured")
    fallback: Scale | None = None
    milestones: Page[IssueKey]
    people: Page[Person] | list[Person] | None = None
    options: Any = None


class DeleteIssue(BaseModel):
    id: UUID
    confirm: Literal[True]
    token: SecretStr
    payload: bytes = b""


class Labels(RootModel[dict[Annotated[str, Field(pattern="^[a-z]+$")], list[str]]]):
    """Labels by group."""


class ListProjects(BaseModel):
    pass


def definition(name, description, category, level, arguments, **rest):
    return {"name": name, "description": description, "category": category, "consequenceLevel": level, **rest}, arguments


TOOLS = [
    definition("create_issue", "Create an issue. Use it once the user has agreed to the title.", "write", "low",
               CreateIssue, requiresConfirmation=False, timeout=15000, tags=["issues"]),
    definition("search_issues", "Find issues by status, assignee or time of creation.", "read", "low",
               SearchIssues, timeout=15000, triggerPhrases=["which issues", "find tickets"]),
    definition("update_issue", "Apply one or more changes to an issue, all or none of them.", "write", "high",
               UpdateIssue, requiresConfirmation=True, timeout=15000, version="2.1.0", dependsOn=["search_issues"]),
    definition("import_comment", "Copy a comment and its replies from another tracker.", "side_effect", "medium",
               Comment, timeout=60000),
    definition("burndown", "Compute how fast open work shrinks within a period.", "analysis", "low",
               Burndown, timeout=30000, status="deprecated"),
    definition("delete_issue", "Delete an issue for good. There is no way back.", "delete", "high",
               DeleteIssue, requiresConfirmation=True, timeout=15000,
               mcpRouting={"endpoint": "https://tracker.example/api/issues/{id}", "method": "DELETE", "auth": "bearer",
                           "paramMap": {"id": {"path": "id"}}}),
    definition("set_labels", "Replace the labels of the project.", "write", "medium", Labels, timeout=15000),
    definition("list_projects", "List the projects the caller can see.", "read", "low",
               ListProjects, timeout=15000, status="removed"),
]


def exported(**options):
    return [{**fields, "schema": model.model_json_schema(**options)} for fields, model in TOOLS]


def write(name, value):
    path = pathlib.Path(sys.argv[1]) / f"{name}.input.json"
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


write("pydantic.validation", {"tools": exported()})
write("pydantic.serialization", exported(mode="serialization", by_alias=False))
# The template changes the references only: what they point to stays in `$defs`.
moved = exported(ref_template="#/definitions/{model}")[2]
write("pydantic.ref-template", {moved["name"]: moved})
write("pydantic.type-arrays", {"tools": exported(union_format="primitive_type_array")})
# One definition alone is a file, too. A union of models has no `type`, and no name.
fields, _ = TOOLS[1]
write("pydantic.union", {**fields, "schema": TypeAdapter(Filter).json_schema()})
