import {
  getArgument,
  type Cell,
  formatTable,
  type Command,
  CommandError,
  type CommandContext,
  getIntegerOption,
} from "../platform/commands/command.ts";
import {
  answerQuestion,
  publishQuestion,
  publishReview,
  rejectQuestion,
  rejectReview,
} from "./moderation/moderation.ts";
import { type UserContent, listQuestionsByStatus, listReviewsByStatus } from "./moderation/moderation-sql.ts";
import { contentStatuses, type ContentStatus } from "./schema.ts";

const DEFAULT_LIST_LIMIT = 50;
const MAX_LIST_LIMIT = 1000;
const MAX_ANSWER_LENGTH = 3000;
const MAX_REASON_LENGTH = 500;

const listOptions = {
  status: { type: "string", value: "STATUS", summary: "pending (default), published or rejected" },
  limit: { type: "string", value: "NUMBER", summary: `maximum number of rows, ${DEFAULT_LIST_LIMIT} by default` },
} as const;
const reasonOption = {
  reason: { type: "string", value: "TEXT", summary: "the reason shown to the author, in their language" },
} as const;
const idArgument = { name: "ID", summary: "the ID shown by the list command" };

export const commands: readonly Command[] = [
  {
    name: "reviews list",
    summary: "list the reviews that await moderation, oldest first",
    options: listOptions,
    run: async (context) => {
      const { status, limit } = parseListOptions(context);
      const reviews = await listReviewsByStatus(context.app.db, status, limit);
      const rows = reviews.map((review) => [...formatRow(review), review.rating, review.photos, review.text]);
      return {
        data: reviews.map(({ customer_id: _customer, is_reachable: _reachable, ...fields }) => fields),
        lines: formatTableOrMessage([...headings, "Stars", "Photos", "Text"], rows, `No ${status} reviews.`),
      };
    },
  },
  {
    name: "reviews publish",
    summary: "publish a review, optionally with the shop's answer, and notify its author",
    arguments: [idArgument],
    options: { answer: { type: "string", value: "TEXT", summary: "the shop's answer, shown below the review" } },
    run: async (context) => {
      const id = parseId(context);
      const answer = optionalText(context, "answer", MAX_ANSWER_LENGTH);
      const hasChanged = await publishReview(context.app, id, answer);
      return createResult(id, hasChanged, `Review ${id} is published.`, `Review ${id} was published before.`);
    },
  },
  {
    name: "reviews reject",
    summary: "reject or unpublish a review and notify its author of the reason",
    arguments: [idArgument],
    options: reasonOption,
    run: async (context) => {
      const id = parseId(context);
      await rejectReview(context.app, id, requireText(context, "reason", MAX_REASON_LENGTH));
      return createResult(id, true, `Review ${id} is rejected, and its author was notified of the reason.`);
    },
  },
  {
    name: "questions list",
    summary: "list the questions that await an answer, oldest first",
    options: listOptions,
    run: async (context) => {
      const { status, limit } = parseListOptions(context);
      const questions = await listQuestionsByStatus(context.app.db, status, limit);
      const rows = questions.map((question) => [
        ...formatRow(question),
        question.answer === "" ? "no" : "yes",
        question.text,
      ]);
      return {
        data: questions.map(({ customer_id: _customer, is_reachable: _reachable, ...fields }) => fields),
        lines: formatTableOrMessage([...headings, "Answered", "Text"], rows, `No ${status} questions.`),
      };
    },
  },
  {
    name: "questions answer",
    summary: "answer a question, publish it and notify its author",
    arguments: [idArgument, { name: "TEXT", summary: "the answer, in the language of the question" }],
    run: async (context) => {
      const id = parseId(context);
      const answer = validateText(getArgument(context, "TEXT"), "TEXT", MAX_ANSWER_LENGTH);
      const hasChanged = await answerQuestion(context.app, id, answer);
      return createResult(
        id,
        hasChanged,
        `Question ${id} is answered and published.`,
        `Question ${id} had this answer before.`,
      );
    },
  },
  {
    name: "questions publish",
    summary: "publish a question before it is answered, and notify its author",
    arguments: [idArgument],
    run: async (context) => {
      const id = parseId(context);
      const hasChanged = await publishQuestion(context.app, id);
      return createResult(id, hasChanged, `Question ${id} is published.`, `Question ${id} was published before.`);
    },
  },
  {
    name: "questions reject",
    summary: "reject or unpublish a question and notify its author of the reason",
    arguments: [idArgument],
    options: reasonOption,
    run: async (context) => {
      const id = parseId(context);
      await rejectQuestion(context.app, id, requireText(context, "reason", MAX_REASON_LENGTH));
      return createResult(id, true, `Question ${id} is rejected, and its author was notified of the reason.`);
    },
  },
];

const headings = ["ID", "Written", "Language", "Author", "Product"];

function formatRow(content: UserContent): Cell[] {
  return [content.id, content.created_at, content.locale, content.author_name, content.product_name];
}

function formatTableOrMessage(columnHeadings: string[], rows: Cell[][], emptyMessage: string): string[] {
  return rows.length === 0 ? [emptyMessage] : formatTable(columnHeadings, rows);
}

function createResult(id: number, hasChanged: boolean, message: string, unchangedMessage = message) {
  return { data: { id, changed: hasChanged }, lines: [hasChanged ? message : unchangedMessage] };
}

function parseListOptions(context: CommandContext): { status: ContentStatus; limit: number } {
  const value = context.options["status"] ?? "pending";
  const status = contentStatuses.find((name) => name === value);
  if (!status)
    throw new CommandError(`--status is "${String(value)}", but takes one of ${contentStatuses.join(", ")}.`);
  return { status, limit: getIntegerOption(context, "limit", { min: 1, max: MAX_LIST_LIMIT }) ?? DEFAULT_LIST_LIMIT };
}

function parseId(context: CommandContext): number {
  const input = getArgument(context, "ID");
  const number = Number(input);
  if (!/^[1-9]\d*$/.test(input) || number > 2_147_483_647)
    throw new CommandError(`ID is "${input}", but takes a number, as the list command shows it.`);
  return number;
}

function validateText(input: string, name: string, max: number): string {
  const text = input.trim();
  if (text === "") throw new CommandError(`${name} is empty: it is what the author reads.`);
  if (text.length > max) throw new CommandError(`${name} has ${text.length} characters, but takes ${max} at most.`);
  return text;
}

function optionalText({ options }: CommandContext, name: string, max: number): string | undefined {
  const input = options[name];
  return input === undefined ? undefined : validateText(String(input), `--${name}`, max);
}

/** @throws CommandError if the option is missing, empty or too long */
function requireText(context: CommandContext, name: string, max: number): string {
  const text = optionalText(context, name, max);
  if (text === undefined) throw new CommandError(`--${name} is missing: it is what the author reads.`);
  return text;
}
