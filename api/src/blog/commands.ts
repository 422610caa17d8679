import {
  getArgument,
  formatTable,
  type Command,
  type CommandContext,
  CommandError,
} from "../platform/commands/command.ts";
import { parseMoscowTime } from "../platform/commands/command-values.ts";
import { type Locale, locales } from "../platform/i18n/locale.ts";
import { formatStoreDateTime } from "../platform/i18n/store-dates.ts";
import { importPosts } from "./import-posts.ts";
import { listAllPosts, type ManagedPostRow, setPublication } from "./post-management-sql.ts";
import { kinds, type PostKind } from "./schema.ts";

const postArgument = { name: "POST", summary: "the kind and slug of the post, such as blog/rice-water" };
const localeOption = {
  type: "string",
  value: "LOCALE",
  summary: `${locales.join(" or ")}; all by default`,
} as const;

export const commands: readonly Command[] = [
  {
    name: "posts list",
    summary: "list the posts of blog and news with their state: draft, scheduled or published",
    run: async ({ app: { db, clock } }) => {
      const posts = await listAllPosts(db);
      if (posts.length === 0) return { data: posts, lines: ["There are no posts yet."] };
      const data = posts.map((post) => ({ ...post, state: getState(post, clock.now()) }));
      const rows = data.map((post) => [
        `${post.kind}/${post.slug}`,
        post.locale,
        post.state,
        post.published_at,
        post.title,
      ]);
      return { data, lines: formatTable(["Post", "Language", "State", "Date", "Title"], rows) };
    },
  },
  {
    name: "posts import",
    summary: "import posts from Markdown files; either all or none; existing posts are replaced",
    arguments: [
      {
        name: "FILE",
        summary:
          "a Markdown file with front matter (a line “---”, fields such as “kind: blog”, a line “---”), or a folder of them",
      },
    ],
    run: async (context) => {
      const posts = await importPosts(context.app, getArgument(context, "FILE"));
      const data = posts.map(({ kind, slug, locale, title }) => ({ kind, slug, locale, title }));
      return {
        data,
        lines: data.map((post) => `/${post.kind}/${post.slug} (${post.locale}): ${post.title}`),
      };
    },
  },
  {
    name: "posts publish",
    summary: "publish a post, now or at a date",
    arguments: [postArgument],
    options: {
      locale: localeOption,
      date: { type: "string", value: "DATE", summary: "a day, or a day and a time in Moscow: “2026-12-01 09:00”" },
    },
    run: async (context) => {
      const { db, clock } = context.app;
      const requestedDate = context.options["date"];
      const publishedAt =
        requestedDate === undefined ? clock.now() : parseMoscowTime("--date", requestedDate, "begins");
      const changed = requireChanged(await setPublication(db, parsePostKey(context), publishedAt), context);
      return {
        data: changed,
        lines: changed.map((post) =>
          publishedAt > clock.now()
            ? `${formatPost(post)} will be published on ${formatStoreDateTime(publishedAt, "en-US")}, Moscow time.`
            : `${formatPost(post)} is published.`,
        ),
      };
    },
  },
  {
    name: "posts unpublish",
    summary: "unpublish a post: it becomes a draft",
    arguments: [postArgument],
    options: { locale: localeOption },
    run: async (context) => {
      const changed = requireChanged(await setPublication(context.app.db, parsePostKey(context), null), context);
      return { data: changed, lines: changed.map((post) => `${formatPost(post)} is a draft.`) };
    },
  },
];

function getState({ draft, published_at }: ManagedPostRow, now: Date): "draft" | "scheduled" | "published" {
  if (draft) return "draft";
  return published_at > now ? "scheduled" : "published";
}

const formatPost = ({ kind, slug, locale }: ManagedPostRow) => `/${kind}/${slug} (${locale})`;

function parsePostKey(context: CommandContext): { kind: PostKind; slug: string; locale: Locale | null } {
  const post = getArgument(context, "POST");
  const [kind, slug = ""] = post.replace(/^\//, "").split("/");
  const knownKind = kinds.find((candidate) => candidate === kind);
  if (!knownKind || slug === "")
    throw new CommandError(
      `POST is "${post}", but takes ${kinds.join(" or ")}, / and a slug, such as blog/rice-water.`,
    );
  const requestedLocale = context.options["locale"];
  const locale = locales.find((candidate) => candidate === requestedLocale) ?? null;
  if (requestedLocale !== undefined && !locale)
    throw new CommandError(`--locale is "${requestedLocale}", but takes ${locales.join(" or ")}.`);
  return { kind: knownKind, slug, locale };
}

/** Returns the changed posts. @throws CommandError if there are none, since there is no such post */
function requireChanged(changed: ManagedPostRow[], context: CommandContext): ManagedPostRow[] {
  if (changed.length === 0) throw new CommandError(`There is no post ${getArgument(context, "POST")}; see posts list.`);
  return changed;
}
