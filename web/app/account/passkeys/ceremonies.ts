import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { PasskeyOptionsResult } from "./passkey-options.ts";

/**
 * Asks the browser for a passkey of the store.
 * @param optionsUrl of the route that returns the options
 * @param useAutofill whether the browser offers passkeys in the email field instead of a dialog
 * @returns the signed credential as JSON; null if the browser cannot offer passkeys in fields
 * @throws if the customer cancels, or there is no passkey
 */
export async function requestPasskey(optionsUrl: string, useAutofill: boolean): Promise<string | null> {
  if (useAutofill && !(await browserSupportsWebAuthnAutofill())) return null;
  const result = await fetchOptions(optionsUrl, "sign_in");
  if (!result.ok) throw new Error(result.message);
  const optionsJSON = result.options as PublicKeyCredentialRequestOptionsJSON;
  return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill: useAutofill }));
}

/**
 * Asks the browser to make a passkey.
 * @returns the credential as JSON, or why the store refuses
 * @throws if the customer cancels, or the device has a passkey already
 */
export async function makePasskey(
  optionsUrl: string,
): Promise<{ credential: string } | { code: string; message: string }> {
  const result = await fetchOptions(optionsUrl, "add");
  if (!result.ok) return { code: result.code, message: result.message };
  const optionsJSON = result.options as PublicKeyCredentialCreationOptionsJSON;
  return { credential: JSON.stringify(await startRegistration({ optionsJSON })) };
}

/** Ends a request that waits for the customer. */
export function cancelRequest(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function fetchOptions(url: string, intent: "sign_in" | "add"): Promise<PasskeyOptionsResult> {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams({ intent }) });
  return (await response.json()) as PasskeyOptionsResult;
}
