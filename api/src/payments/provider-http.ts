import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { commonRefusals, refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { refusals } from "./schema.ts";

const PAUSES_MS = [100, 400];

export type ProviderAnswer = { status: number; body: unknown };

export type ProviderCall = Readonly<{
  method: "GET" | "POST";
  url: string;
  authorization: string;
  /** Writes are repeated safely: the provider knows the key. */
  idempotenceKey?: string;
  body?: object;
}>;

/**
 * Asks a provider that speaks JSON. What went wrong on its side or on the way (no answer, 5xx, 429) is tried twice more
 * with the same key. Nothing that was sent or answered is logged.
 * Refuses `gateway_unavailable` when no answer tells anything.
 */
export async function askProvider(house: House, name: string, call: ProviderCall): Promise<ProviderAnswer> {
  const answerWithinMs = house.config.providerAnswerMs;
  const { pathname } = new URL(call.url);
  const begun = performance.now();
  for (let tries = 0; ; tries++) {
    const answer = await tryOnce(house, call);
    if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 401 && answer.status !== 429)
      return answer;
    const pauseMs = PAUSES_MS[tries];
    const isWorthAgain = answer instanceof Error || answer.status !== 401;
    if (pauseMs === undefined || !isWorthAgain || performance.now() - begun > answerWithinMs) {
      const why = answer instanceof Error ? answer : undefined;
      const status = answer instanceof Error ? undefined : answer.status;
      house.log.error(`the payment provider ${name} failed`, why, { path: pathname, status, tries: tries + 1 });
      throw refuse(refusals, "gateway_unavailable", { retryAfterSeconds: 5 });
    }
    await pause(pauseMs);
  }
}

async function tryOnce({ fetch, config }: House, call: ProviderCall): Promise<ProviderAnswer | Error> {
  const { method, url, authorization, idempotenceKey, body } = call;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: "application/json",
        authorization,
        ...(idempotenceKey ? { "content-type": "application/json", "idempotence-key": idempotenceKey } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: "error",
      signal: AbortSignal.timeout(config.providerAnswerMs),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** HTTP Basic. */
export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** An answer in the form that was agreed. Refuses `gateway_unavailable` for any other. */
export function understood<T>(house: House, name: string, answer: ProviderAnswer, schema: z.ZodType<T>): T {
  const read = schema.safeParse(answer.body);
  if (answer.status === 200 && read.success) return read.data;
  const { status } = answer;
  house.log.error(`the payment provider ${name} answered something else`, read.error, { status });
  throw refuse(refusals, "gateway_unavailable", { retryAfterSeconds: 5 });
}

/** The JSON of a webhook. Refuses `malformed`. */
export function parsedWebhook(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw refuse(commonRefusals, "malformed");
  }
}
