import type { Card } from "../catalogue/schema.ts";
import { cardsOf, type Looking } from "../catalogue/service.ts";
import { shareAddress } from "../content/share.ts";
import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { type QuizBody, quizBody } from "./body.ts";
import { type Quiz, type QuizAnswers, type QuizResult, refusals } from "./schema.ts";
import { areAnswersOf, codeOf, type Outcome, outcomeOf, readCode } from "./scoring.ts";
import { findQuiz, fittingProducts, insertQuizResult, type QuizRow, type StepWish } from "./sql.ts";

/** Products looked at for a step: the first is its own, the others fit too. */
const A_STEP = 3;
const MORE = 5;

type ReadQuiz = Omit<QuizRow, "body"> & { body: QuizBody };

/** A quiz that is wrong in the database is none: it is never shown broken. */
async function getQuizRow(db: Db, id: number, locale: Looking["locale"]): Promise<ReadQuiz> {
  const row = await findQuiz(db, id, locale);
  const body = quizBody.safeParse(row?.body);
  if (!row || !body.success) throw refuse(refusals, "quiz_not_found");
  return { ...row, body: body.data };
}

/** The questions of a quiz, without what the answers weigh. Refuses `quiz_not_found`. */
export async function getQuiz(db: Db, id: number, locale: Looking["locale"]): Promise<Quiz> {
  const { title, body, twin, others } = await getQuizRow(db, id, locale);
  const questions = body.questions.map((question) => ({
    id: question.id,
    text: question.text,
    max: question.max,
    answers: question.answers.map((answer) => ({ id: answer.id, text: answer.text })),
  }));
  return { id, title, intro: body.intro, questions, share: shareOf(id, locale, title), twin, others };
}

/**
 * What the answers come to; kept, with the customer where he is known.
 * Refuses `quiz_not_found`, `quiz_wrong_answer`, `quiz_unanswered`.
 */
export async function takeQuiz(
  db: Db,
  id: number,
  answers: QuizAnswers,
  at: Looking & { customerId: number | null },
): Promise<QuizResult> {
  const quiz = await getQuizRow(db, id, at.locale);
  if (!areAnswersOf(answers, quiz.body)) throw refuse(refusals, "quiz_wrong_answer");
  if (Object.values(answers).every((chosen) => chosen.length === 0)) throw refuse(refusals, "quiz_unanswered");
  const outcome = outcomeOf(answers, quiz.body);
  await insertQuizResult(db, {
    quiz_id: id,
    customer_id: at.customerId,
    result_code: codeOf(outcome),
    answers: JSON.stringify(answers),
    taken_at: at.now,
  });
  return resultOf(db, quiz, outcome, at);
}

/** A result by its code, with what is in stock now. Refuses `quiz_not_found`, `quiz_result_not_found`. */
export async function getQuizResult(db: Db, id: number, code: string, at: Looking): Promise<QuizResult> {
  const quiz = await getQuizRow(db, id, at.locale);
  const outcome = readCode(code, quiz.body);
  if (!outcome) throw refuse(refusals, "quiz_result_not_found");
  return resultOf(db, quiz, outcome, at);
}

async function resultOf(db: Db, quiz: ReadQuiz, outcome: Outcome, at: Looking): Promise<QuizResult> {
  const { body } = quiz;
  const result = body.results.find((one) => one.code === outcome.type);
  if (!result) throw refuse(refusals, "quiz_result_not_found");
  const flags = body.flags.filter((flag) => outcome.flags.includes(flag.code));
  const steps = stepsFor(body, outcome);
  const found = await fittingProducts(
    db,
    steps.map((step) => wishOf(step, outcome, flags)),
    A_STEP,
  );
  const cards = new Map((await cardsOf(db, [...new Set(found.flat())], at)).map((card) => [card.id, card]));
  const cardsAt = (step: number) => (found[step] ?? []).flatMap((id) => cards.get(id) ?? []);
  const taken = new Set<number>();
  const routine = steps.flatMap(({ title, reason }, step) => {
    const product = cardsAt(step).find((card) => !taken.has(card.id));
    if (product) taken.add(product.id);
    return product ? [{ title, reason, product }] : [];
  });
  return {
    code: codeOf(outcome),
    quiz: { id: quiz.id, title: quiz.title },
    title: result.title,
    additions: flags.map((flag) => flag.title),
    texts: [result.text, ...flags.map((flag) => flag.text)],
    steps: routine,
    more: leftOver(
      steps.map((_, step) => cardsAt(step)),
      taken,
    ),
    share: shareOf(quiz.id, at.locale, quiz.title),
    twin: quiz.twin,
  };
}

function shareOf(id: number, locale: Looking["locale"], title: string): string {
  return shareAddress({ kind: "quiz", slug: String(id), locale, title, picture: null, cloth: "sakura" });
}

/** One more of each step in turn, until there are enough. */
function leftOver(found: readonly Card[][], taken: ReadonlySet<number>): Card[] {
  const rest = found.map((cards) => cards.filter((card) => !taken.has(card.id)));
  const inTurn = Array.from({ length: A_STEP }, (_, round) => rest.flatMap((cards) => cards[round] ?? [])).flat();
  return [...new Map(inTurn.map((card) => [card.id, card])).values()].slice(0, MORE);
}

/** The steps that an outcome calls for. */
export function stepsFor({ steps }: QuizBody, { type, flags }: Outcome): QuizBody["steps"] {
  return steps.filter(({ only }) => !only || only.includes(type) || flags.some((flag) => only.includes(flag)));
}

export function wishOf(step: QuizBody["steps"][number], { type, flags }: Outcome, held: QuizBody["flags"]): StepWish {
  const chosen = (lists: Record<string, string[]> | undefined) => {
    const own = [type, ...flags].flatMap((code) => lists?.[code] ?? []);
    return own.length > 0 ? own : (lists?.[""] ?? []);
  };
  return {
    category: step.category,
    categories: chosen(step.categories),
    ingredients: chosen(step.ingredients),
    tags: held.flatMap((flag) => flag.tags ?? []),
    usages: held.flatMap((flag) => flag.usages ?? []),
  };
}
