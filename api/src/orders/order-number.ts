export const ORDER_NUMBER_LENGTH = 9;
const ORDER_NUMBER = /^[1-9]\d{8}$/;

/** Whether a text is an order number: nine digits without spaces. */
export function isOrderNumber(text: string): boolean {
  return ORDER_NUMBER.test(text);
}

/** Formats an order number for display: groups of three digits separated by non-breaking spaces. */
export function formatOrderNumber(id: number): string {
  return String(id).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}
