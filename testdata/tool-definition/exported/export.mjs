// Writes tools whose arguments are Zod schemas as ToolDefinition JSON, each schema as its exporter gives it:
// Zod 4's own `z.toJSONSchema`, and `zod-to-json-schema` for the API of Zod 3, which Zod 4 ships as `zod/v3`.
//
// To run it (Node 20 or newer), in a directory outside the repository:
//
//     npm install zod@4.6.7 zod-to-json-schema@3.25.2
//     cp PATH/export.mjs . && node export.mjs PATH
//
// where PATH is the directory of this file. The same versions write the same bytes.

import { writeFileSync } from "node:fs";
import { z as zod4 } from "zod";
import { z as zod3 } from "zod/v3";
import { zodToJsonSchema } from "zod-to-json-schema";

const directory = process.argv[2] ?? ".";

/** Tools whose schemas both versions of Zod can express. */
function sharedTools(z) {
  const Email = z.string().email().describe("Address of a member of the workspace");
  const IssueKey = z.string().regex(/^[A-Z]{2,5}-\d+$/).describe("Key of an issue, as in OPS-17");
  const Priority = z.enum(["low", "normal", "high", "urgent"]);

  const createIssue = z.object({
    project: z.string().regex(/^[A-Z]{2,5}$/),
    title: z.string().min(1).max(200).describe("One line, without the key"),
    body: z.string().optional(),
    priority: Priority.default("normal"),
    kind: z.union([z.literal("bug"), z.literal("task"), z.literal("question")]),
    assignee: Email.nullable().describe("null leaves it to triage"),
    reporter: Email.nullish(),
    due: z.string().date().optional(),
    labels: z.array(z.string().min(2)).max(10).default([]),
    estimateHours: z.number().positive().max(400).multipleOf(0.25).optional(),
    customFields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  });

  const Condition = z.discriminatedUnion("field", [
    z.object({ field: z.literal("status"), is: z.enum(["open", "closed"]) }),
    z.object({ field: z.literal("assignee"), is: Email.nullable() }),
    z.object({ field: z.literal("created"), after: z.string().datetime(), before: z.string().datetime().optional() }),
  ]);
  const Filter = z.lazy(() =>
    z.union([Condition, z.object({ all: z.array(Filter).min(1) }), z.object({ not: Filter })]),
  );
  const searchIssues = z.object({
    filter: Filter.describe("A condition, or conditions joined by all and not"),
    order: z.tuple([z.enum(["created", "updated", "priority"]), z.enum(["asc", "desc"])]).default(["created", "desc"]),
    limit: z.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().optional(),
    cursor: z.string().nullable().default(null),
  });

  const Change = z.discriminatedUnion("type", [
    z.object({ type: z.literal("status"), to: z.enum(["open", "closed"]), resolution: z.string().optional() }).strict(),
    z.object({ type: z.literal("assign"), to: Email.nullable() }).strict(),
    z.object({ type: z.literal("priority"), to: Priority }).strict(),
    z.object({ type: z.literal("link"), to: z.array(IssueKey).nonempty() }).strict(),
  ]);
  const updateIssue = z.object({
    id: z.string().uuid(),
    changes: z.array(Change).min(1).max(20),
    expectedVersion: z.number().int().nonnegative(),
    notify: z.boolean().default(true),
  }).strict();

  const Comment = z.object({
    author: Email,
    text: z.string().max(4000),
    replies: z.lazy(() => z.array(Comment)).optional(),
  });
  const importComments = z.object({
    issue: IssueKey,
    thread: Comment,
    pinned: Comment.optional().describe("Shown above the thread"),
    since: z.date().optional(),
    skip: z.set(z.string()).optional(),
    accounts: z.map(z.string(), Email).optional().describe("From names there to addresses here"),
    visibility: z.nativeEnum({ Public: 0, Team: 1, Author: "author" }),
    source: z.unknown(),
  });

  const Period = z.object({ from: z.string().date(), to: z.string().date() });
  const Grouping = z.object({ groupBy: z.enum(["week", "month"]).default("week") });
  const burndown = Period.and(Grouping).and(
    z.object({
      weights: z.record(Priority, z.number().min(0)).optional(),
      corridor: z.tuple([z.number(), z.number()]).rest(z.number()).optional(),
      milestones: z.array(z.union([z.string(), z.number().int()])),
    }),
  ).and(z.union([z.object({ team: z.string() }), z.object({ person: Email })]));

  const deleteIssue = z.object({
    id: z.string().uuid(),
    reason: z.literal("duplicate").or(z.literal("spam")).or(z.string().startsWith("other: ")),
    confirm: z.literal(true),
    attempts: z.literal(1).optional(),
  }).strict();

  return [
    {
      name: "create_issue",
      description: "Create an issue in a project. Use it once the user has agreed to the title.",
      category: "write",
      consequenceLevel: "low",
      requiresConfirmation: false,
      timeout: 15000,
      tags: ["issues"],
      schema: createIssue,
    },
    {
      name: "search_issues",
      description: "Find issues by status, assignee or time of creation.",
      category: "read",
      consequenceLevel: "low",
      requiresConfirmation: false,
      timeout: 15000,
      triggerPhrases: ["which issues", "find tickets"],
      mcpRouting: {
        endpoint: "https://tracker.example/api/projects/{project}/search",
        method: "POST",
        auth: "bearer",
        paramMap: { filter: { body: "filter" }, order: { query: "sort" }, limit: { query: "limit" } },
      },
      schema: searchIssues,
    },
    {
      name: "update_issue",
      description: "Apply one or more changes to an issue, all or none of them.",
      category: "write",
      consequenceLevel: "high",
      requiresConfirmation: true,
      timeout: 15000,
      version: "2.1.0",
      dependsOn: ["search_issues"],
      schema: updateIssue,
    },
    {
      name: "import_comments",
      description: "Copy a thread of comments from another tracker.",
      category: "side_effect",
      consequenceLevel: "medium",
      requiresConfirmation: false,
      timeout: 60000,
      schema: importComments,
    },
    {
      name: "burndown",
      description: "Compute how fast open work shrinks within a period.",
      category: "analysis",
      consequenceLevel: "low",
      requiresConfirmation: false,
      timeout: 30000,
      status: "deprecated",
      schema: burndown,
    },
    {
      name: "delete_issue",
      description: "Delete an issue for good. There is no way back.",
      category: "delete",
      consequenceLevel: "high",
      requiresConfirmation: true,
      timeout: 15000,
      mcpRouting: { endpoint: "https://tracker.example/api/issues/{id}", method: "DELETE", paramMap: { id: { path: "id" } } },
      schema: deleteIssue,
    },
  ];
}

/** Tools whose schemas use what came with Zod 4. */
function zod4Tools() {
  const z = zod4;
  const Person = z
    .object({ email: z.email(), name: z.string().trim().optional() })
    .meta({ id: "Person", title: "Person", examples: [{ email: "ida@tracker.example" }] });
  const Team = z
    .object({
      name: z.string(),
      lead: Person,
      members: z.array(Person),
      get parts() {
        return z.array(Team).optional();
      },
    })
    .meta({ id: "Team", description: "A team, which may consist of others" });
  return [
    {
      name: "plan_sprint",
      description: "Plan a sprint for a team.",
      category: "write",
      consequenceLevel: "medium",
      requiresConfirmation: true,
      timeout: 15000,
      schema: z.strictObject({
        team: Team,
        reviewer: Person,
        start: z.iso.date(),
        length: z.templateLiteral([z.int().positive(), z.enum(["d", "w"])]),
        capacity: z.int32().nonnegative(),
        goals: z.array(z.string().min(3)).or(z.string().min(3)),
        webhook: z.url().optional(),
        host: z.union([z.ipv4(), z.ipv6()]).optional(),
        size: z.literal(["s", "m", 8, null]),
        remind: z.stringbool().default(false),
        load: z.partialRecord(z.enum(["mon", "tue", "wed"]), z.number()),
        notes: z.string().catch(""),
        token: z.readonly(z.nanoid()).optional(),
        options: z.looseObject({ dryRun: z.boolean() }).prefault({ dryRun: true }),
        extra: z.json().optional(),
        headers: z.object({ accept: z.string() }).and(z.record(z.string(), z.string())).optional(),
      }),
    },
    {
      name: "list_projects",
      description: "List the projects the caller can see.",
      category: "read",
      consequenceLevel: "low",
      requiresConfirmation: false,
      timeout: 15000,
      status: "active",
      schema: z.object({}),
    },
  ];
}

/** Definitions as JSON, with every schema given by `exporter`. */
const exported = (tools, exporter) => tools.map(({ schema, ...rest }) => ({ ...rest, schema: exporter(schema, rest.name) }));
const byName = (definitions) => Object.fromEntries(definitions.map((definition) => [definition.name, definition]));
const write = (name, value) => writeFileSync(`${directory}/${name}.input.json`, JSON.stringify(value, null, 2) + "\n");

/** `unrepresentable: "any"` because sets, maps and dates have no JSON Schema: without it, the export throws. */
const withZod4 = (options) =>
  exported([...sharedTools(zod4), ...zod4Tools()], (schema) =>
    zod4.toJSONSchema(schema, { unrepresentable: "any", ...options }),
  );
// Without `io`, Zod 4 describes what comes out of parsing, where defaults have been filled in.
write("zod-4.draft-2020-12.io-output", { tools: withZod4({}) });
write("zod-4.draft-2020-12.io-input", withZod4({ io: "input" }));
write("zod-4.draft-2020-12.reused", { tools: withZod4({ io: "input", reused: "ref" }).filter(({ name }) => /^(create|search|plan)/.test(name)) });
write("zod-4.draft-07", withZod4({ io: "input", target: "draft-7" }));
write("zod-4.draft-04", { tools: withZod4({ io: "input", target: "draft-4" }) });
write("zod-4.openapi-3.0", byName(withZod4({ io: "input", target: "openapi-3.0" })));

const withZod3 = (options) =>
  exported(sharedTools(zod3), (schema, name) => zodToJsonSchema(schema, options === "named" ? name : options));
write("zod-to-json-schema.draft-07", withZod3({}));
write("zod-to-json-schema.named", { tools: withZod3("named") });
write("zod-to-json-schema.openapi-3", byName(withZod3({ target: "openApi3" })));
// One definition alone is a file, too.
write("zod-to-json-schema.openai", exported(sharedTools(zod3).slice(2, 3), (schema) => zodToJsonSchema(schema, { target: "openAi" }))[0]);
