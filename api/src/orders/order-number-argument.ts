import { CommandError } from "../platform/commands/command.ts";
import { isOrderNumber } from "./order-number.ts";

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
