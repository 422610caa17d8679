import { z } from "zod";
import { notify } from "../notifications/service.ts";
import type { Config } from "../platform/config.ts";
import type { Tx } from "../platform/db.ts";
import { escapeHtml } from "../platform/escape-html.ts";
import { layOutLetter } from "../platform/letter-layout.ts";
import { type LetterWriter, queueMail } from "../platform/mail.ts";
import { pathIn } from "../platform/shop-path.ts";
import { text } from "../platform/texts.ts";
import type { Opinion } from "./moderation-sql.ts";

const happenings = [
  "review_published",
  "review_answered",
  "review_rejected",
  "question_published",
  "question_answered",
  "question_rejected",
] as const;

/** What became of an opinion, for its author. */
export type Happening = {
  kind: (typeof happenings)[number];
  opinion: Opinion & { notify?: boolean };
  said: { answer?: string; reason?: string; question?: string };
  now: Date;
};

/** These may come again about the same opinion, and are news each time. */
const repeatable = new Set<string>(["review_answered", "review_rejected", "question_answered", "question_rejected"]);

/**
 * Tells an author in the bell and by a letter, in the language he wrote in, with the caller's own writes. No letter goes
 * to who wanted none about his question, or has left.
 */
export async function tellAuthor(db: Tx, config: Config, { kind, opinion, said, now }: Happening): Promise<void> {
  const { id, locale, customer_id: customerId } = opinion;
  const params = { product: opinion.product_name, question: "", answer: "", reason: "", ...said };
  const path = pathIn(config, locale, pathOf(kind, opinion.slug));
  const dedupKey = `${kind}:${id}${repeatable.has(kind) ? `:${now.getTime()}` : ""}`;
  await notify(db, customerId, {
    kind,
    title: text(locale, `${kind}_title`),
    messageHtml: text(locale, `${kind}_text`, escaped(params)),
    actions: [{ name: text(locale, `${kind}_action`), href: path }],
    dedupKey,
  });
  if (!opinion.is_reachable || opinion.notify === false) return;
  const letter: OpinionLetter = { kind, params, path };
  await queueMail(db, { recipient: opinion.email, locale, template: "opinion", params: letter, dedupKey });
}

/** Where it can be read, or mended. */
function pathOf(kind: Happening["kind"], slug: string): string {
  if (kind.endsWith("_rejected")) return "/profile/reviews";
  return `/${slug}#${kind.startsWith("review") ? "reviews" : "questions"}`;
}

function escaped(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, escapeHtml(value)]));
}

const opinionLetter = z.object({
  kind: z.enum(happenings),
  params: z.record(z.string(), z.string()),
  path: z.string(),
});
type OpinionLetter = z.infer<typeof opinionLetter>;

const writeOpinionLetter: LetterWriter = async ({ config }, { locale, params: kept, shop }) => {
  const { kind, params, path } = opinionLetter.parse(kept);
  return layOutLetter({
    locale,
    shop,
    subject: text(locale, `${kind}_title`),
    paragraphs: [text(locale, `${kind}_text`, params), text(locale, "opinion_letter_why", { shop })],
    action: { name: text(locale, `${kind}_action`), href: config.publicUrl + path },
  });
};

/** The letters of this room, by template. */
export const letters = { opinion: writeOpinionLetter } satisfies Record<string, LetterWriter>;
