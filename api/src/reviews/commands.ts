import {
  argument,
  type Cell,
  columns,
  type Command,
  CommandError,
  type CommandContext,
  wholeNumber,
} from "../platform/commands.ts";
import { answerQuestion, publishQuestion, publishReview, rejectQuestion, rejectReview } from "./moderation.ts";
import { type Opinion, questionsOfStatus, reviewsOfStatus } from "./moderation-sql.ts";
import { opinionStatuses, type OpinionStatus } from "./schema.ts";

const LISTED = 50;
const LISTED_MAX = 1000;
const ANSWER_MAX = 3000;
const REASON_MAX = 500;

const listOptions = {
  status: { type: "string", value: "STATUS", summary: "pending (default), published or rejected" },
  limit: { type: "string", value: "NUMBER", summary: `at most so many, ${LISTED} by default` },
} as const;
const reasonOption = {
  reason: { type: "string", value: "TEXT", summary: "what is wrong, as the author reads it, in their language" },
} as const;
const id = { name: "ID", summary: "as the list shows it" };

export const commands: readonly Command[] = [
  {
    name: "reviews list",
    summary: "list the reviews that wait for moderation, the oldest first",
    options: listOptions,
    run: async (context) => {
      const { status, limit } = listWish(context);
      const reviews = await reviewsOfStatus(context.house.db, status, limit);
      const rows = reviews.map((one) => [...rowOf(one), one.rating, one.photos, one.text]);
      return {
        data: reviews.map(({ customer_id: _customer, is_reachable: _reachable, ...told }) => told),
        lines: listed([...headings, "Stars", "Photos", "Text"], rows, `No ${status} reviews.`),
      };
    },
  },
  {
    name: "reviews publish",
    summary: "publish a review, with or without an answer of the shop, and notify its author",
    arguments: [id],
    options: { answer: { type: "string", value: "TEXT", summary: "the shop's answer, shown below the review" } },
    run: async (context) => {
      const review = idOf(context);
      const isNew = await publishReview(context.house, review, optionalText(context, "answer", ANSWER_MAX));
      return answerOf(review, isNew, `Review ${review} is published.`, `Review ${review} was published before.`);
    },
  },
  {
    name: "reviews reject",
    summary: "reject or unpublish a review, and tell its author why",
    arguments: [id],
    options: reasonOption,
    run: async (context) => {
      const review = idOf(context);
      await rejectReview(context.house, review, neededText(context, "reason", REASON_MAX));
      return answerOf(review, true, `Review ${review} is rejected, and its author told why.`);
    },
  },
  {
    name: "questions list",
    summary: "list the questions that wait for an answer, the oldest first",
    options: listOptions,
    run: async (context) => {
      const { status, limit } = listWish(context);
      const questions = await questionsOfStatus(context.house.db, status, limit);
      const rows = questions.map((one) => [...rowOf(one), one.answer === "" ? "no" : "yes", one.text]);
      return {
        data: questions.map(({ customer_id: _customer, is_reachable: _reachable, ...told }) => told),
        lines: listed([...headings, "Answered", "Text"], rows, `No ${status} questions.`),
      };
    },
  },
  {
    name: "questions answer",
    summary: "answer a question, publish it and notify its author",
    arguments: [id, { name: "TEXT", summary: "the answer, in the language of the question" }],
    run: async (context) => {
      const question = idOf(context);
      const isNew = await answerQuestion(
        context.house,
        question,
        checkedText(argument(context, "TEXT"), "TEXT", ANSWER_MAX),
      );
      return answerOf(
        question,
        isNew,
        `Question ${question} is answered and published.`,
        `Question ${question} had this answer before.`,
      );
    },
  },
  {
    name: "questions publish",
    summary: "publish a question before it is answered, and notify its author",
    arguments: [id],
    run: async (context) => {
      const question = idOf(context);
      const isNew = await publishQuestion(context.house, question);
      return answerOf(
        question,
        isNew,
        `Question ${question} is published.`,
        `Question ${question} was published before.`,
      );
    },
  },
  {
    name: "questions reject",
    summary: "reject or unpublish a question, and tell its author why",
    arguments: [id],
    options: reasonOption,
    run: async (context) => {
      const question = idOf(context);
      await rejectQuestion(context.house, question, neededText(context, "reason", REASON_MAX));
      return answerOf(question, true, `Question ${question} is rejected, and its author told why.`);
    },
  },
];

const headings = ["ID", "Written", "Language", "Author", "Product"];

function rowOf(one: Opinion): Cell[] {
  return [one.id, one.created_at, one.locale, one.author_name, one.product_name];
}

function listed(head: string[], rows: Cell[][], none: string): string[] {
  return rows.length === 0 ? [none] : columns(head, rows);
}

function answerOf(opinion: number, isNew: boolean, done: string, before = done) {
  return { data: { id: opinion, changed: isNew }, lines: [isNew ? done : before] };
}

function listWish(context: CommandContext): { status: OpinionStatus; limit: number } {
  const asked = context.options["status"] ?? "pending";
  const status = opinionStatuses.find((known) => known === asked);
  if (!status)
    throw new CommandError(`--status is "${String(asked)}", but takes one of ${opinionStatuses.join(", ")}.`);
  return { status, limit: wholeNumber(context, "limit", { min: 1, max: LISTED_MAX }) ?? LISTED };
}

function idOf(context: CommandContext): number {
  const written = argument(context, "ID");
  const number = Number(written);
  if (!/^[1-9]\d*$/.test(written) || number > 2_147_483_647)
    throw new CommandError(`ID is "${written}", but takes a number, as the list shows it.`);
  return number;
}

function checkedText(written: string, name: string, max: number): string {
  const text = written.trim();
  if (text === "") throw new CommandError(`${name} is empty: it is what the author reads.`);
  if (text.length > max) throw new CommandError(`${name} has ${text.length} characters, but takes ${max} at most.`);
  return text;
}

function optionalText({ options }: CommandContext, name: string, max: number): string | undefined {
  const written = options[name];
  return written === undefined ? undefined : checkedText(String(written), `--${name}`, max);
}

function neededText(context: CommandContext, name: string, max: number): string {
  const text = optionalText(context, name, max);
  if (text === undefined) throw new CommandError(`--${name} is missing: the author reads what is wrong.`);
  return text;
}
