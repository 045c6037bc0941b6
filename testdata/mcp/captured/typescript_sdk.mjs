// A photo archive, served by the official TypeScript SDK: 1.x or 2.x, as the argument says.

import * as z from "zod";

const Id = z.uuid().describe("Id of a photo or an album");
const Place = z.object({ name: z.string().optional(), at: z.tuple([z.number(), z.number()]).describe("Latitude, longitude") });
const Edit = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("crop"), box: z.array(z.number().min(0).max(1)).length(4) }),
  z.strictObject({ type: z.literal("rotate"), degrees: z.literal([90, 180, 270]) }),
  z.strictObject({ type: z.literal("caption"), text: z.string().max(280).nullable() }),
]);
const Album = z
  .object({
    id: Id,
    title: z.string().min(1),
    get albums() {
      return z.array(Album).optional();
    },
  })
  .meta({ id: "Album", title: "Album" });

const tools = {
  find_photos: {
    title: "Find photos",
    description: "Find photos by place, person and time.",
    inputSchema: z.object({
      near: Place.optional(),
      people: z.array(z.string()).max(5).default([]),
      taken: z.object({ after: z.iso.datetime().optional(), before: z.iso.datetime().optional() }).optional(),
      sort: z.enum(["taken", "added"]).default("taken"),
      limit: z.number().int().positive().max(200).default(50),
    }),
    outputSchema: z.object({ photos: z.array(z.object({ id: Id, taken: z.iso.datetime().nullable() })), total: z.int() }),
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  edit_photo: {
    description: "Apply edits to a photo, one after the other. The original is kept.",
    inputSchema: z.strictObject({ id: Id, edits: z.array(Edit).min(1), dryRun: z.boolean().optional() }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
  arrange_albums: {
    title: "Arrange albums",
    description: "Replace the tree of albums.",
    inputSchema: z.object({ root: Album, covers: z.record(z.string(), Id), order: z.enum(["title", "newest"]).nullish() }),
    outputSchema: z.object({ root: Album }),
    annotations: { title: "Arrange", destructiveHint: true },
    _meta: { "example.photos/needs": ["albums:write"] },
  },
  tag_photos: {
    description: "Tag photos.",
    inputSchema: z.looseObject({
      photos: z.union([Id, z.array(Id).min(1)]),
      tags: z.record(z.enum(["topic", "event", "season"]), z.string()),
      weight: z.number().gt(0).lt(1).multipleOf(0.05).optional(),
      source: z.url().or(z.literal("")).optional(),
    }),
  },
  share: {
    description: "Share an album with someone by mail.",
    inputSchema: z.object({
      album: Id,
      with: z.email(),
      until: z.iso.date().optional(),
      rights: z.object({ view: z.literal(true) }).and(z.object({ edit: z.boolean().default(false) })),
      message: z.string().trim().transform((text) => text.toLowerCase()),
    }),
    outputSchema: z.object({ link: z.url(), expires: z.iso.datetime().optional() }),
  },
  storage: { description: "How much room is left.", outputSchema: z.object({ bytes: z.int().nonnegative() }) },
};

const packages = {
  1: ["@modelcontextprotocol/sdk/server/mcp.js", "@modelcontextprotocol/sdk/server/stdio.js"],
  2: ["@modelcontextprotocol/server", "@modelcontextprotocol/server/stdio"],
};
const [{ McpServer }, { serveStdio, StdioServerTransport }] = await Promise.all(
  packages[process.argv[2]].map((name) => import(name)),
);

function photos() {
  const server = new McpServer({ name: "photos", version: "1.0.0" });
  for (const [name, tool] of Object.entries(tools)) server.registerTool(name, tool, () => ({ content: [] }));
  return server;
}
// `serveStdio` of 2.x answers both kinds of clients; a transport alone, as in 1.x, only those that initialize.
if (serveStdio) serveStdio(photos);
else await photos().connect(new StdioServerTransport());
