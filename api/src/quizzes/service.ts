import type { ProductCardData } from "../catalog/schema.ts";
import { getProductCards } from "../catalog/products/product-cards.ts";
import type { ShopperContext } from "../catalog/pricing/shopper-context.ts";
import { getShareImageUrl } from "../content/share-images.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { type QuizDefinition, quizDefinition } from "./quiz-definition.ts";
import { quizPictures } from "./quiz-pictures.ts";
import { buildProductFilter, selectSteps } from "./routine-steps.ts";
import { type Quiz, type QuizAnswers, type QuizResult, refusals } from "./schema.ts";
import { areAnswersValid, formatResultCode, type Outcome, calculateOutcome, parseResultCode } from "./scoring.ts";
import { findQuiz, findMatchingProducts, insertQuizResult, type QuizRow } from "./sql.ts";

/** The number of products found for each step: the first is recommended, the others are listed as alternatives. */
const PRODUCTS_PER_STEP = 3;
const MAX_MORE_PRODUCTS = 5;

type ParsedQuiz = Omit<QuizRow, "body"> & { definition: QuizDefinition };

/** Loads a quiz. Refuses `quiz_not_found`, also if its stored definition is invalid. */
async function loadQuiz(db: Db, id: number, locale: ShopperContext["locale"]): Promise<ParsedQuiz> {
  const row = await findQuiz(db, id, locale);
  const parsed = quizDefinition.safeParse(row?.body);
  if (!row || !parsed.success) throw refuse(refusals, "quiz_not_found");
  return { ...row, definition: parsed.data };
}

/** Returns the questions of a quiz without the weights of answers. Refuses `quiz_not_found`. */
export async function getQuiz(db: Db, id: number, locale: ShopperContext["locale"]): Promise<Quiz> {
  const { title, definition, has_alternate_locale, others } = await loadQuiz(db, id, locale);
  const questions = definition.questions.map((question) => ({
    id: question.id,
    text: question.text,
    hint: question.hint ?? null,
    max: question.max,
    answers: question.answers.map((answer) => ({ id: answer.id, text: answer.text, hint: answer.hint ?? null })),
  }));
  return {
    id,
    title,
    intro: definition.intro,
    questions,
    pictures: (await quizPictures.get(db)).get(id) ?? [],
    share: buildShareUrl(id, locale, title),
    twin: has_alternate_locale,
    others,
  };
}

/**
 * Calculates the result of the answers and stores it, with the customer if they are signed in.
 * Refuses `quiz_not_found`, `quiz_wrong_answer`, `quiz_unanswered`.
 */
export async function takeQuiz(
  db: Db,
  id: number,
  answers: QuizAnswers,
  shopper: ShopperContext & { customerId: number | null },
): Promise<QuizResult> {
  const quiz = await loadQuiz(db, id, shopper.locale);
  if (!areAnswersValid(answers, quiz.definition)) throw refuse(refusals, "quiz_wrong_answer");
  if (Object.values(answers).every((chosen) => chosen.length === 0)) throw refuse(refusals, "quiz_unanswered");
  const outcome = calculateOutcome(answers, quiz.definition);
  await insertQuizResult(db, {
    quiz_id: id,
    customer_id: shopper.customerId,
    result_code: formatResultCode(outcome),
    answers: JSON.stringify(answers),
    taken_at: shopper.now,
  });
  return buildResult(db, quiz, outcome, shopper);
}

/** Returns a result by its code, with products in stock. Refuses `quiz_not_found`, `quiz_result_not_found`. */
export async function getQuizResult(db: Db, id: number, code: string, shopper: ShopperContext): Promise<QuizResult> {
  const quiz = await loadQuiz(db, id, shopper.locale);
  const outcome = parseResultCode(code, quiz.definition);
  if (!outcome) throw refuse(refusals, "quiz_result_not_found");
  return buildResult(db, quiz, outcome, shopper);
}

async function buildResult(db: Db, quiz: ParsedQuiz, outcome: Outcome, shopper: ShopperContext): Promise<QuizResult> {
  const { definition } = quiz;
  const result = definition.results.find(({ code }) => code === outcome.type);
  if (!result) throw refuse(refusals, "quiz_result_not_found");
  const flags = definition.flags.filter((flag) => outcome.flags.includes(flag.code));
  const steps = selectSteps(definition, outcome);
  const productIds = await findMatchingProducts(
    db,
    steps.map((step) => buildProductFilter(step, outcome, flags)),
    PRODUCTS_PER_STEP,
  );
  const cards = new Map(
    (await getProductCards(db, [...new Set(productIds.flat())], shopper)).map((card) => [card.id, card]),
  );
  const getStepCards = (step: number) => (productIds[step] ?? []).flatMap((id) => cards.get(id) ?? []);
  const usedIds = new Set<number>();
  const routine = steps.flatMap(({ title, reason }, step) => {
    const product = getStepCards(step).find((card) => !usedIds.has(card.id));
    if (product) usedIds.add(product.id);
    return product ? [{ title, reason, product }] : [];
  });
  return {
    code: formatResultCode(outcome),
    quiz: { id: quiz.id, title: quiz.title },
    title: result.title,
    additions: flags.map((flag) => flag.title),
    texts: [result.text, ...flags.map((flag) => flag.text)],
    steps: routine,
    more: selectMoreProducts(
      steps.map((_, step) => getStepCards(step)),
      usedIds,
    ),
    share: buildShareUrl(quiz.id, shopper.locale, quiz.title),
    twin: quiz.has_alternate_locale,
  };
}

function buildShareUrl(id: number, locale: ShopperContext["locale"], title: string): string {
  return getShareImageUrl({ kind: "quiz", slug: String(id), locale, title, picture: null, themeColor: "sakura" });
}

/** Returns alternatives that are not recommended already, one of each step in turn. */
function selectMoreProducts(stepCards: readonly ProductCardData[][], usedIds: ReadonlySet<number>): ProductCardData[] {
  const unusedCards = stepCards.map((cards) => cards.filter((card) => !usedIds.has(card.id)));
  const interleaved = Array.from({ length: PRODUCTS_PER_STEP }, (_, round) =>
    unusedCards.flatMap((cards) => cards[round] ?? []),
  ).flat();
  return [...new Map(interleaved.map((card) => [card.id, card])).values()].slice(0, MAX_MORE_PRODUCTS);
}
