/** What the gateway does with a payment by a card, and how long after it was accepted. */
type Behaviour = Readonly<{
  decideAfterMs: number;
  outcome: { status: "succeeded" } | { status: "canceled"; party: "payment_network"; reason: string };
}>;

/** A payment is answered as pending; its end comes a moment later, as from any acquirer. */
const MOMENT_MS = 400;

/**
 * Every behaviour that a test card may ask for. A new kind of card is a row here and a row below
 * (NOTE: a hosted 3-D Secure page belongs to a behaviour of its own and stands at /challenge/{id}).
 */
const behaviours = {
  succeeds: { decideAfterMs: MOMENT_MS, outcome: { status: "succeeded" } },
  declined: {
    decideAfterMs: MOMENT_MS,
    outcome: { status: "canceled", party: "payment_network", reason: "general_decline" },
  },
  unknown_test_card: {
    decideAfterMs: MOMENT_MS,
    outcome: { status: "canceled", party: "payment_network", reason: "unknown_test_card" },
  },
} as const satisfies Record<string, Behaviour>;

type BehaviourName = keyof typeof behaviours;

const testCards: Readonly<Record<string, BehaviourName>> = {
  "4242424242424242": "succeeds",
  "4000000000000002": "declined",
};

/** The behaviour that a card number asks for; no other card works here. */
export function behaviourOfCard(number: string): BehaviourName {
  return testCards[number] ?? "unknown_test_card";
}

/** A stored behaviour; one that this version no longer has counts as an unknown card. */
export function behaviourNamed(name: string): Behaviour {
  return Object.hasOwn(behaviours, name) ? behaviours[name as BehaviourName] : behaviours.unknown_test_card;
}

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
