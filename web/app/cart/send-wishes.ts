import type { LinesAnswer, Wish } from "./lines.ts";

type Post = (wishes: readonly Wish[], late?: boolean) => Promise<LinesAnswer | null>;
/** `kept`: nobody was reached, and the browser sends them when it can. Null: nobody was reached, and they are lost. */
export type Sent = { answer: LinesAnswer; wishes: readonly Wish[] } | "kept" | null;
export type Sender = (wishes: readonly Wish[], post: Post) => Promise<Sent>;

/** So long a wish that reached nobody waits for who keeps it: that comes once the page is quiet. */
const KEEPER_MS = 10_000;

const sendAtOnce: Sender = async (wishes, post) => {
  const answer = wishes.length > 0 ? await post(wishes) : ({ ok: true } as const);
  if (answer) return { answer, wishes };
  if (!("serviceWorker" in navigator && navigator.serviceWorker.controller)) return null;
  const keeper = await Promise.race([arrived, new Promise<null>((end) => setTimeout(() => end(null), KEEPER_MS))]);
  return keeper && keeper(wishes, post);
};
let sender = sendAtOnce;
let arrive: (sender: Sender) => void = () => {};
const arrived = new Promise<Sender>((resolve) => {
  arrive = resolve;
});

/** Lets wishes go another way. @returns what ends that. */
export function sendWishesThrough(other: Sender): () => void {
  sender = other;
  arrive(other);
  return () => {
    sender = sendAtOnce;
  };
}

/** Sends a shopper's wishes to the page that takes them. */
export async function sendWishes(wishes: readonly Wish[], address: string): Promise<Sent> {
  return sender(wishes, (all, late) => postWishes(`${address}${late ? "?late=1" : ""}`, all));
}

/** Null where the shop could not be reached. */
async function postWishes(address: string, wishes: readonly Wish[]): Promise<LinesAnswer | null> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(wishes.map(({ name: _name, ...wish }) => wish)),
      // Who presses and leaves the page at once still has it in the cart.
      keepalive: true,
    });
    return (await response.json()) as LinesAnswer;
  } catch {
    // No connection, or an answer that is none: the caller tells the shopper.
    return null;
  }
}
