import { serializeImage } from "../content/images.ts";
import type { Picture } from "../content/schema.ts";
import { cachedFor } from "../platform/cache/cache.ts";
import type { Db } from "../platform/db/database.ts";
import { type QuizDefinition, quizDefinition } from "./quiz-definition.ts";
import { buildProductFilter, selectSteps } from "./routine-steps.ts";
import { findMatchingProducts, listAllQuizzes, listProductImages } from "./sql.ts";

const CACHE_MS = 10 * 60_000;
const MAX_PICTURES = 3;

/**
 * Pictures of products that each quiz recommends, by quiz id: those of the first steps for its first result type. They
 * decorate the questions, so that ten-minute-old ones do.
 */
export const quizPictures = cachedFor(CACHE_MS, async (db) => {
  const quizzes = new Map((await listAllQuizzes(db)).map(({ id, body }) => [id, quizDefinition.safeParse(body).data]));
  const entries = await Promise.all(
    [...quizzes].map(async ([id, definition]) => [id, definition ? await listPictures(db, definition) : []] as const),
  );
  return new Map(entries);
});

async function listPictures(db: Db, definition: QuizDefinition): Promise<Picture[]> {
  const outcome = { type: definition.axes.types[0] ?? "", flags: [] };
  const filters = selectSteps(definition, outcome).map((step) => buildProductFilter(step, outcome, []));
  const productIds = (await findMatchingProducts(db, filters.slice(0, MAX_PICTURES), 1)).flat();
  return (await listProductImages(db, [...new Set(productIds)])).map((image) => serializeImage(image, ""));
}
