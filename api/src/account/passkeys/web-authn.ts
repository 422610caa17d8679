/** Loads the library that verifies passkeys. It needs 7 MB of memory, so it is loaded when the first one is used. */
export function loadWebAuthn() {
  return import("@simplewebauthn/server");
}
