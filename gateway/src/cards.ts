/** How a payment ends at the gateway. */
export type End = Readonly<{ status: "succeeded" } | { status: "canceled"; party: "payment_network"; reason: string }>;

/** One telling of a payment's end: how long after it, and of which state the payment is told. */
type Telling = Readonly<{ afterMs: number; of: "end" | "beginning" }>;

/** What the gateway does with a payment by a card. */
type Behaviour = Readonly<{
  /** How long after it was accepted a payment ends by itself. */
  decideAfterMs: number;
  end: End;
  /** The shopper is asked first, on the hosted 3-D Secure page. */
  isChallenged: boolean;
  /** The first call with the card fails within the gateway; the same call again goes through. */
  failsOnce: boolean;
  tellings: readonly Telling[];
}>;

/** A payment is answered as pending; its end comes a moment later, as from any acquirer. */
const MOMENT_MS = 400;
/** So long the hosted 3-D Secure page waits for its answer. */
const CHALLENGE_MS = 10 * 60_000;

export function declinedFor(reason: string): End {
  return { status: "canceled", party: "payment_network", reason };
}

const plain: Behaviour = {
  decideAfterMs: MOMENT_MS,
  end: { status: "succeeded" },
  isChallenged: false,
  failsOnce: false,
  tellings: [{ afterMs: 0, of: "end" }],
};

/** Every behaviour that a test card may ask for. A new kind of card is a row here and a row below. */
const behaviours = {
  succeeds: plain,
  declined: { ...plain, end: declinedFor("general_decline") },
  challenged: { ...plain, decideAfterMs: CHALLENGE_MS, isChallenged: true },
  told_late: { ...plain, tellings: [{ afterMs: 5000, of: "end" }] },
  told_thrice: {
    ...plain,
    // The newest first, the same once more, and after both what had been true before.
    tellings: [
      { afterMs: 0, of: "end" },
      { afterMs: 150, of: "end" },
      { afterMs: 300, of: "beginning" },
    ],
  },
  fails_once: { ...plain, failsOnce: true },
  unknown_test_card: { ...plain, end: declinedFor("unknown_test_card") },
} as const satisfies Record<string, Behaviour>;

type BehaviourName = keyof typeof behaviours;

/** The behaviour of a payment without a card: it is asked about on the hosted page. */
export const ASKS_ON_PAGE: BehaviourName = "challenged";

const testCards: Readonly<Record<string, BehaviourName>> = {
  "4242424242424242": "succeeds",
  "4000000000000002": "declined",
  "4000000000003220": "challenged",
  "4000000000000341": "told_late",
  "4000000000000259": "told_thrice",
  "4000000000000119": "fails_once",
};

/** The behaviour that a card number asks for; no other card works here. */
export function behaviourOfCard(number: string): BehaviourName {
  return testCards[number] ?? "unknown_test_card";
}

/** A stored behaviour; one that this version no longer has counts as an unknown card. */
export function behaviourNamed(name: string): Behaviour {
  return Object.hasOwn(behaviours, name) ? behaviours[name as BehaviourName] : behaviours.unknown_test_card;
}

/** Behaviours whose first call fails. */
export const failingBehaviours = Object.entries(behaviours).flatMap(([name, { failsOnce }]) =>
  failsOnce ? [name] : [],
);

const brands: [string, RegExp][] = [
  ["mir", /^220[0-4]/],
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["jcb", /^35(2[89]|[3-8])/],
  ["amex", /^3[47]/],
  ["unionpay", /^(62|81)/],
];

/** The payment system of a card number, `unknown` where none of the known ranges fits. */
export function brandOf(number: string): string {
  return brands.find(([, range]) => range.test(number))?.[0] ?? "unknown";
}

/** True when the check digit is right (Luhn, modulo 10). */
export function hasValidCheckDigit(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
