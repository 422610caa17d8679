import {
  getArgument,
  type Cell,
  formatTable,
  type Command,
  CommandError,
  type CommandContext,
  getIntegerOption,
} from "../platform/commands/command.ts";
import { refuse } from "../platform/http/errors.ts";
import { asOption, runActionAsOperator } from "../staff/run-action-as-operator.ts";
import {
  answerQuestionAction,
  answerReviewAction,
  publishQuestionAction,
  publishReviewAction,
  rejectQuestionAction,
  rejectReviewAction,
  requestReviewChangeAction,
} from "./admin-actions.ts";
import { MAX_ANSWER_LENGTH, MAX_REASON_LENGTH } from "./admin-schema.ts";
import {
  findQuestionAnswer,
  findReviewAnswer,
  listQuestionsByStatus,
  listReviewsByStatus,
  type UserContent,
} from "./moderation/moderation-sql.ts";
import { contentStatuses, type ContentStatus, refusals } from "./schema.ts";
import { summaryCommands } from "./summaries/commands.ts";

const DEFAULT_LIST_LIMIT = 50;
const MAX_LIST_LIMIT = 1000;

const listOptions = {
  status: { type: "string", value: "STATUS", summary: "pending (default), published or rejected" },
  limit: { type: "string", value: "NUMBER", summary: `maximum number of rows, ${DEFAULT_LIST_LIMIT} by default` },
} as const;
const reasonOptions = {
  reason: { type: "string", value: "TEXT", summary: "the reason shown to the author, in their language" },
  ...asOption,
} as const;
const idArgument = { name: "ID", summary: "the ID shown by the list command" };

export const commands: readonly Command[] = [
  ...summaryCommands,
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
    options: {
      answer: { type: "string", value: "TEXT", summary: "the shop's answer, shown below the review" },
      ...asOption,
    },
    run: async (context) => {
      const id = parseId(context);
      const hasChanged = await publishOrAnswerReview(context, id, optionalText(context, "answer", MAX_ANSWER_LENGTH));
      return createResult(id, hasChanged, `Review ${id} is published.`, `Review ${id} was published before.`);
    },
  },
  {
    name: "reviews reject",
    summary: "reject or unpublish a review and notify its author of the reason",
    arguments: [idArgument],
    options: reasonOptions,
    run: async (context) => {
      const id = parseId(context);
      const reason = requireText(context, "reason", MAX_REASON_LENGTH);
      const { status } = await getReviewAnswer(context, id);
      await runActionAsOperator(context, rejectReviewAction, { params: { id }, input: { from: status, reason } });
      return createResult(id, true, `Review ${id} is rejected, and its author was notified of the reason.`);
    },
  },
  {
    name: "reviews request-change",
    summary: "ask the author of a review to change it; it is not published before",
    arguments: [idArgument],
    options: reasonOptions,
    run: async (context) => {
      const id = parseId(context);
      const reason = requireText(context, "reason", MAX_REASON_LENGTH);
      const { status } = await getReviewAnswer(context, id);
      await runActionAsOperator(context, requestReviewChangeAction, {
        params: { id },
        input: { from: status, reason },
      });
      return createResult(id, true, `The author of review ${id} was asked to change it.`);
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
    options: asOption,
    run: async (context) => {
      const id = parseId(context);
      const to = validateText(getArgument(context, "TEXT"), "TEXT", MAX_ANSWER_LENGTH);
      const { status, answer } = await getQuestionAnswer(context, id);
      const input = { from: status, changes: { answer: { from: answer, to } } };
      const { audit_entry_id } = await runActionAsOperator(context, answerQuestionAction, { params: { id }, input });
      const hasChanged = audit_entry_id !== null;
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
    options: asOption,
    run: async (context) => {
      const id = parseId(context);
      const { status } = await getQuestionAnswer(context, id);
      const hasChanged = status !== "published";
      if (hasChanged)
        await runActionAsOperator(context, publishQuestionAction, { params: { id }, input: { from: status } });
      return createResult(id, hasChanged, `Question ${id} is published.`, `Question ${id} was published before.`);
    },
  },
  {
    name: "questions reject",
    summary: "reject or unpublish a question and notify its author of the reason",
    arguments: [idArgument],
    options: reasonOptions,
    run: async (context) => {
      const id = parseId(context);
      const reason = requireText(context, "reason", MAX_REASON_LENGTH);
      const { status } = await getQuestionAnswer(context, id);
      await runActionAsOperator(context, rejectQuestionAction, { params: { id }, input: { from: status, reason } });
      return createResult(id, true, `Question ${id} is rejected, and its author was notified of the reason.`);
    },
  },
];

/**
 * Publishes a review; if it is published, stores another answer.
 * @returns false if it was published with this answer
 */
async function publishOrAnswerReview(context: CommandContext, id: number, answer?: string): Promise<boolean> {
  const review = await getReviewAnswer(context, id);
  const params = { id };
  if (review.status !== "published") {
    const input = { from: review.status, created_at: review.created_at.toISOString(), answer };
    await runActionAsOperator(context, publishReviewAction, { params, input });
    return true;
  }
  if (answer === undefined) return false;
  const input = { changes: { shop_answer: { from: review.answer, to: answer } } };
  return (await runActionAsOperator(context, answerReviewAction, { params, input })).audit_entry_id !== null;
}

async function getReviewAnswer({ app }: CommandContext, id: number) {
  const review = await findReviewAnswer(app.db, id);
  if (!review) throw refuse(refusals, "review_not_found");
  return review;
}

async function getQuestionAnswer({ app }: CommandContext, id: number) {
  const question = await findQuestionAnswer(app.db, id);
  if (!question) throw refuse(refusals, "question_not_found");
  return question;
}

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
