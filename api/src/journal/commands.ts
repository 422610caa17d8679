import { argument, columns, type Command, type CommandContext, CommandError } from "../platform/commands.ts";
import { type Locale, locales } from "../platform/locale.ts";
import { moscowTime } from "../platform/moscow-time.ts";
import { importPosts } from "./import.ts";
import { allPosts, type KeptPost, setOut } from "./keeping-sql.ts";
import { momentOf } from "./post-file.ts";
import { kinds, type PostKind } from "./schema.ts";

const which = { name: "POST", summary: "the post, such as blog/rice-water" };
const locale = {
  type: "string",
  value: "LOCALE",
  summary: `${locales.join(" or ")}; all by default`,
} as const;

export const commands: readonly Command[] = [
  {
    name: "posts list",
    summary: "list the posts of blog and news: drafts, scheduled, published",
    run: async ({ house: { db, clock } }) => {
      const posts = await allPosts(db);
      if (posts.length === 0) return { data: posts, lines: ["There are no posts yet."] };
      const data = posts.map((post) => ({ ...post, state: stateOf(post, clock.now()) }));
      const rows = data.map((post) => [
        `${post.kind}/${post.slug}`,
        post.locale,
        post.state,
        post.published_at,
        post.title,
      ]);
      return { data, lines: columns(["Post", "Language", "State", "Date", "Title"], rows) };
    },
  },
  {
    name: "posts import",
    summary: "import posts from Markdown, all of them or nothing; an existing post is replaced",
    arguments: [
      { name: "FILE", summary: "a Markdown file that begins with “---”, “kind: blog” …, “---”; or a folder of them" },
    ],
    run: async (context) => {
      const posts = await importPosts(context.house, argument(context, "FILE"));
      const data = posts.map(({ kind, slug, locale, title }) => ({ kind, slug, locale, title }));
      return {
        data,
        lines: data.map((post) => `/${post.kind}/${post.slug} (${post.locale}): ${post.title}`),
      };
    },
  },
  {
    name: "posts publish",
    summary: "publish a post, at once or at a date",
    arguments: [which],
    options: {
      locale,
      date: { type: "string", value: "DATE", summary: "a day, or a day and a time in Moscow: “2026-12-01 09:00”" },
    },
    run: async (context) => {
      const { db, clock } = context.house;
      const asked = context.options["date"];
      const at = asked === undefined ? clock.now() : momentOf(String(asked));
      if (!at) throw new CommandError(`--date is "${asked}", but takes a day such as 2026-12-01, or 2026-12-01 09:00.`);
      const changed = someOf(await setOut(db, nameOf(context), at), context);
      return {
        data: changed,
        lines: changed.map((post) =>
          at > clock.now()
            ? `${addressOf(post)} is out on ${moscowTime(at, "en-US")}, Moscow time.`
            : `${addressOf(post)} is out.`,
        ),
      };
    },
  },
  {
    name: "posts unpublish",
    summary: "unpublish a post: it becomes a draft",
    arguments: [which],
    options: { locale },
    run: async (context) => {
      const changed = someOf(await setOut(context.house.db, nameOf(context), null), context);
      return { data: changed, lines: changed.map((post) => `${addressOf(post)} is a draft.`) };
    },
  },
];

function stateOf({ draft, published_at }: KeptPost, now: Date): "draft" | "to come" | "out" {
  if (draft) return "draft";
  return published_at > now ? "to come" : "out";
}

const addressOf = ({ kind, slug, locale }: KeptPost) => `/${kind}/${slug} (${locale})`;

function nameOf(context: CommandContext): { kind: PostKind; slug: string; locale: Locale | null } {
  const post = argument(context, "POST");
  const [kind, slug = ""] = post.replace(/^\//, "").split("/");
  const known = kinds.find((one) => one === kind);
  if (!known || slug === "")
    throw new CommandError(`POST is "${post}", but takes ${kinds.join(" or ")}, / and a slug.`);
  const asked = context.options["locale"];
  const locale = locales.find((one) => one === asked) ?? null;
  if (asked !== undefined && !locale)
    throw new CommandError(`--locale is "${asked}", but takes ${locales.join(" or ")}.`);
  return { kind: known, slug, locale };
}

function someOf(changed: KeptPost[], context: CommandContext): KeptPost[] {
  if (changed.length === 0) throw new CommandError(`There is no post ${argument(context, "POST")}; see posts list.`);
  return changed;
}
