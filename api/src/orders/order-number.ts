import { CommandError } from "../platform/commands/command.ts";

const ORDER_NUMBER = /^[1-9]\d{8}$/;

/** Whether a text is an order number: nine digits without spaces. */
export function isOrderNumber(text: string): boolean {
  return ORDER_NUMBER.test(text);
}

/**
 * Parses the order number in an argument of a command; spaces are ignored.
 * @throws CommandError that names the argument if the value is not an order number
 */
export function parseOrderNumber(argumentName: string, value: string): number {
  const digits = value.replaceAll(/\s/g, "");
  if (!isOrderNumber(digits))
    throw new CommandError(`${argumentName} is "${value}", but takes a number of nine digits.`);
  return Number(digits);
}

/** Formats an order number for display: groups of three digits separated by non-breaking spaces. */
export function formatOrderNumber(id: number): string {
  return String(id).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}
