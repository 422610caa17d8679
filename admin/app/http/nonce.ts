import { createContext } from "react";

/** The CSP nonce of the page while the server renders it; undefined in the browser, which hides nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
