// Deletes pages from nginx's cache when the store asks for it: POST {"tags": [...]} with the bearer token PURGE_TOKEN.
// Runs on the machine of nginx, as the user who owns the cache (docs/operations.md, "CDN").
import { createHash, timingSafeEqual } from "node:crypto";
import { open, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const { PURGE_TOKEN = "", PURGE_CACHE_DIR = "/var/lib/nginx/furoshiki-pages" } = process.env;
const { PURGE_HOST = "127.0.0.1", PURGE_PORT = "8089" } = process.env;
const MIN_TOKEN_LENGTH = 16;
const MAX_BODY_BYTES = 65_536;
/** nginx stores the headers of a response at the beginning of its file. */
const HEADER_BYTES = 16_384;
const CONCURRENCY = 16;

if (PURGE_TOKEN.length < MIN_TOKEN_LENGTH) {
  console.error(`PURGE_TOKEN must have ${MIN_TOKEN_LENGTH} characters or more.`);
  process.exit(1);
}

const server = createServer(async (request, response) => {
  const respond = (status, body) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (!isAuthorized(request.headers.authorization)) return respond(401, { error: "the token is not valid" });
  if (request.method !== "POST") return respond(405, { error: "POST is needed" });
  if (!(Number(request.headers["content-length"]) <= MAX_BODY_BYTES))
    return respond(413, { error: "the body is too large" });
  const tags = parseTags(await text(request).catch(() => ""));
  if (!tags) return respond(400, { error: 'the body must be {"tags": ["…"]}' });
  try {
    respond(200, { deleted: await purge(tags) });
  } catch (error) {
    console.error(error);
    respond(500, { error: "the cache could not be read" });
  }
});
server.listen(Number(PURGE_PORT), PURGE_HOST, () => console.log(`listening on ${PURGE_HOST}:${server.address().port}`));
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => server.close(() => process.exit(0)));

function isAuthorized(header = "") {
  const hash = (value) => createHash("sha256").update(value).digest();
  return timingSafeEqual(hash(header), hash(`Bearer ${PURGE_TOKEN}`));
}

function parseTags(body) {
  try {
    const { tags } = JSON.parse(body);
    return Array.isArray(tags) && tags.every((tag) => typeof tag === "string") ? new Set(tags) : null;
  } catch {
    return null;
  }
}

/** The tag of every page. */
const ALL_PAGES_TAG = "pages";
let running = Promise.resolve(0);
let waiting = null;

/** Deletes pages, one run after the other: requests that arrive during a run share the next one. */
function purge(tags) {
  if (waiting) {
    for (const tag of tags) waiting.tags.add(tag);
    return waiting.result;
  }
  const next = { tags, result: Promise.resolve(0) };
  const start = () => {
    waiting = null;
    return deletePages(next.tags);
  };
  waiting = next;
  next.result = running.then(start, start);
  running = next.result;
  return next.result;
}

/** Deletes the files of the responses with any of the tags. Returns their number. */
async function deletePages(tags) {
  const entries = await readdir(PURGE_CACHE_DIR, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  let [next, deleted] = [0, 0];
  const work = async () => {
    while (next < paths.length) {
      const path = paths[next++];
      if (!tags.has(ALL_PAGES_TAG) && !(await readTags(path)).some((tag) => tags.has(tag))) continue;
      await rm(path, { force: true });
      deleted++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return deleted;
}

/** Returns the tags in the headers of a stored response; none if nginx has just deleted it. */
async function readTags(path) {
  const file = await open(path).catch(() => null);
  if (!file) return [];
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const [head = ""] = buffer.toString("latin1", 0, bytesRead).split("\r\n\r\n", 1);
    const [, list = ""] = /^cache-tag: *(.*)$/im.exec(head) ?? [];
    return list.trim().split(",");
  } finally {
    await file.close();
  }
}
