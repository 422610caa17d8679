import { z } from "zod";
import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

const HOUR_SECONDS = 3600;

/** Rate limit for writing or changing reviews, per customer. */
export const reviewLimit = setting("reviews.rate_limit", rateLimitSchema, { max: 30, windowSeconds: HOUR_SECONDS });
/** Rate limit for asking questions, per customer. */
export const questionLimit = setting("questions.rate_limit", rateLimitSchema, { max: 20, windowSeconds: HOUR_SECONDS });
/** Rate limit for uploading photos, per customer. */
export const photoLimit = setting("reviews.photo_rate_limit", rateLimitSchema, {
  max: 40,
  windowSeconds: HOUR_SECONDS,
});

const questionLength = z.number().int().min(1).max(5000);
/** Shortest question, in characters. */
export const questionMin = setting("questions.min_length", questionLength, 10);
/** Longest question, in characters. */
export const questionMax = setting("questions.max_length", questionLength, 1000);

/** For how many days a summary of reviews is shown after staff checked it. */
export const reviewSummaryDays = setting("reviews.summary_days", z.number().int().min(1).max(3650), 365);

const words = z.array(z.string().trim().toLowerCase().min(3).max(30)).max(500);
/**
 * The frequent words that reviews are filtered by: at most `max` for each language, each in at least `minReviews`
 * reviews. `excluded` are words that say nothing about a product; their other forms are excluded too.
 */
export const reviewWords = setting(
  "reviews.words",
  z.object({
    max: z.number().int().min(0).max(50),
    minReviews: z.number().int().min(1).max(1000),
    excluded: z.object({ "ru-RU": words, "en-US": words }),
  }),
  {
    max: 8,
    minReviews: 3,
    excluded: {
      "ru-RU": [
        ...["очень", "это", "спасибо", "заказ", "заказывать", "покупать", "купить", "товар", "магазин", "рекомендую"],
        ...["просто", "мне", "нам", "нравится", "понравилось", "хороший", "отличный", "супер", "пока", "ещё", "свой"],
        ...["который", "весь", "самый", "брать", "взять", "буду", "снова", "раз", "день", "неделя", "месяц", "год"],
      ],
      "en-US": [
        ...["really", "just", "also", "would", "could", "like", "love", "good", "great", "nice", "product", "order"],
        ...["ordered", "bought", "buy", "shop", "store", "recommend", "thanks", "get", "got", "one", "use", "using"],
        ...["day", "week", "month", "year", "time", "again", "still", "even", "well", "much", "will"],
      ],
    },
  },
);
