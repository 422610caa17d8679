/** The final result of a payment. */
export type PaymentResult = Readonly<
  { status: "succeeded" } | { status: "canceled"; party: "payment_network"; reason: string }
>;

/**
 * A notification about a payment: the delay after its decision in milliseconds, and the state it reports: the final one
 * (`end`) or the outdated pending one (`beginning`).
 */
type NotificationPlan = Readonly<{ afterMs: number; state: "end" | "beginning" }>;

/** How the gateway treats payments with a test card. */
type CardBehavior = Readonly<{
  /** Time after which a payment is decided automatically, in milliseconds. */
  decideAfterMs: number;
  end: PaymentResult;
  /** Whether the shopper must confirm on the hosted 3-D Secure page first. */
  requiresChallenge: boolean;
  /** Whether the first request with the card fails with a server error; a repeated one succeeds. */
  shouldFailOnce: boolean;
  notifications: readonly NotificationPlan[];
}>;

/** A payment is pending at first and decided shortly after, as with a real acquirer. */
const DECISION_DELAY_MS = 400;
/** How long the hosted 3-D Secure page waits for an answer. */
const CHALLENGE_TIMEOUT_MS = 10 * 60_000;

/** Returns the result of a payment that was declined, with a reason such as `general_decline`. */
export function createDecline(reason: string): PaymentResult {
  return { status: "canceled", party: "payment_network", reason };
}

const defaultBehavior: CardBehavior = {
  decideAfterMs: DECISION_DELAY_MS,
  end: { status: "succeeded" },
  requiresChallenge: false,
  shouldFailOnce: false,
  notifications: [{ afterMs: 0, state: "end" }],
};

/** The behaviors of test cards. To add a test card, add a behavior here and its number below. */
const behaviors = {
  succeeds: defaultBehavior,
  declined: { ...defaultBehavior, end: createDecline("general_decline") },
  challenged: { ...defaultBehavior, decideAfterMs: CHALLENGE_TIMEOUT_MS, requiresChallenge: true },
  late_notification: { ...defaultBehavior, notifications: [{ afterMs: 5000, state: "end" }] },
  repeated_notification: {
    ...defaultBehavior,
    // The result twice, and afterwards the outdated pending state.
    notifications: [
      { afterMs: 0, state: "end" },
      { afterMs: 150, state: "end" },
      { afterMs: 300, state: "beginning" },
    ],
  },
  fails_once: { ...defaultBehavior, shouldFailOnce: true },
  unknown_test_card: { ...defaultBehavior, end: createDecline("unknown_test_card") },
} as const satisfies Record<string, CardBehavior>;

type BehaviorName = keyof typeof behaviors;

/** The behavior of payments without a card, which are confirmed on the hosted page. */
export const HOSTED_PAGE_BEHAVIOR: BehaviorName = "challenged";

const testCards: Readonly<Record<string, BehaviorName>> = {
  "4242424242424242": "succeeds",
  "4000000000000002": "declined",
  "4000000000003220": "challenged",
  "4000000000000341": "late_notification",
  "4000000000000259": "repeated_notification",
  "4000000000000119": "fails_once",
};

/** Returns the behavior name for a card number; unknown cards are declined. */
export function getCardBehavior(number: string): BehaviorName {
  return testCards[number] ?? "unknown_test_card";
}

/** Returns a stored behavior; a name that no longer exists counts as an unknown card. */
export function getBehavior(name: string): CardBehavior {
  return Object.hasOwn(behaviors, name) ? behaviors[name as BehaviorName] : behaviors.unknown_test_card;
}

/** Names of behaviors whose first request fails. */
export const failingBehaviors = Object.entries(behaviors).flatMap(([name, { shouldFailOnce }]) =>
  shouldFailOnce ? [name] : [],
);

const brandRanges: [string, RegExp][] = [
  ["mir", /^220[0-4]/],
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["jcb", /^35(2[89]|[3-8])/],
  ["amex", /^3[47]/],
  ["unionpay", /^(62|81)/],
];

/** Returns the brand of a card number, `unknown` if no range matches. */
export function getBrand(number: string): string {
  return brandRanges.find(([, range]) => range.test(number))?.[0] ?? "unknown";
}

/** Returns whether the check digit is valid (Luhn algorithm). */
export function hasValidCheckDigit(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
