// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { Suggestions } from "@furoshiki/api/search";
import { beforeEach, expect, it } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import { connectionError, stubFetch } from "../../../test/stub-fetch.ts";
import { SearchBox } from "./search-box.tsx";

const createSuggestions = (...queries: string[]): { data: Suggestions } => ({
  data: {
    answers: [],
    queries,
    categories: [{ name: "Face", link_rewrite: "face", count: 12 }],
    manufacturers: [],
    products: [],
  } as unknown as Suggestions,
});

type SuggestRequest = { url: string; signal: AbortSignal | undefined };

/**
 * Answers the requests for suggestions. Those for the popular searches, which depend on when the empty field was open,
 * have no answer. @returns the requests for suggestions
 */
function stubSuggestions(respond: (request: SuggestRequest) => unknown): SuggestRequest[] {
  const requests: SuggestRequest[] = [];
  stubFetch((request) => {
    if (!request.url.startsWith("/v1/search/suggest?")) return connectionError;
    requests.push(request);
    return respond(request);
  });
  return requests;
}

const getField = () => screen.getByRole("combobox", { name: "Search the catalogue" });
/** Returns the options once the field responds to the arrow keys. */
async function findOptions(): Promise<HTMLElement[]> {
  const listbox = await screen.findByRole("listbox");
  await waitFor(() => expect(getField()).toHaveAttribute("aria-expanded", "true"));
  return within(listbox).getAllByRole("option");
}
const getActiveOption = () => screen.queryByRole("option", { selected: true });

/** Enters a text at once: on a busy machine, a text that is typed leads to requests for its beginnings. */
async function enterText(user: UserEvent, text: string): Promise<void> {
  await user.click(getField());
  await user.paste(text);
}

beforeEach(() => {
  localStorage.clear();
});

it("shows a hint instead of searching for less than three characters", async () => {
  const requests = stubSuggestions(() => createSuggestions());
  const { user, getUrl } = renderPage(<SearchBox id="q" />);
  await user.type(getField(), "ab{Enter}");
  expect(getField()).toHaveAccessibleDescription(/at least three characters/);
  await enterText(user, "c");
  expect(getField()).not.toHaveAccessibleDescription();
  expect(getUrl()).toBe("/en-US");
  expect(requests).toEqual([]);
});

it("opens the results and remembers the search", async () => {
  stubFetch(() => createSuggestions());
  const { user, getUrl } = renderPage(<SearchBox id="q" />);
  await user.type(getField(), "  rice toner {Enter}");
  await waitFor(() => expect(getUrl()).toBe("/en-US/product_search?q=rice%20toner"));
  await waitFor(() => expect(localStorage.getItem("search-history")).toContain("rice toner"));
});

it("suggests while typing and follows the arrow keys", async () => {
  const requests = stubSuggestions(() => createSuggestions("cream", "cream soap"));
  const { user } = renderPage(<SearchBox id="q" />);
  expect(getField()).toHaveAttribute("aria-expanded", "false");
  await enterText(user, "cream");
  const options = await findOptions();
  expect(options.map(({ textContent }) => textContent)).toEqual(["cream", "cream soap", "Face12"]);
  await waitFor(() => expect(getField()).toHaveAttribute("aria-expanded", "true"));
  expect(requests.map(({ url }) => url)).toEqual(["/v1/search/suggest?q=cream"]);

  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(getActiveOption()).toBe(options[1]);
  expect(getField()).toHaveAttribute("aria-activedescendant", options[1]!.id);
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(getActiveOption()).toBe(options[2]);
  await user.keyboard("{Home}");
  expect(getActiveOption()).toBe(options[0]);
  await user.keyboard("{End}");
  expect(getActiveOption()).toBe(options[2]);
  expect(getField()).toHaveFocus();
});

it("selects no row of a newer answer", async () => {
  stubSuggestions(({ url }) => createSuggestions(url.includes("soap") ? "cream soap bar" : "cream soap"));
  const { user } = renderPage(<SearchBox id="q" />);
  await enterText(user, "cream");
  await findOptions();
  await user.keyboard("{ArrowDown}");
  expect(getActiveOption()).toHaveTextContent("cream soap");
  await enterText(user, " soap");
  await waitFor(async () => expect((await findOptions())[0]).toHaveTextContent("cream soap bar"));
  expect(getActiveOption()).not.toBeInTheDocument();
});

it("aborts the request for an older text and ignores its late answer", async () => {
  const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()] as const;
  const requests = stubSuggestions(({ url }) => answers[url.includes("soap") ? 1 : 0].promise);
  const { user } = renderPage(<SearchBox id="q" />);
  await enterText(user, "cream");
  await waitFor(() => expect(requests).toHaveLength(1));
  await enterText(user, " soap");
  expect(requests[0]?.signal?.aborted).toBe(true);
  await waitFor(() => expect(requests).toHaveLength(2));
  answers[1].resolve(createSuggestions("cream soap"));
  await findOptions();
  answers[0].resolve(createSuggestions("cream for hands"));
  await answers[0].promise;
  expect(screen.getByRole("option", { name: "cream soap" })).toBeVisible();
  expect(screen.queryByRole("option", { name: "cream for hands" })).not.toBeInTheDocument();
});

it("says that there are no suggestions, also when the store cannot be reached", async () => {
  stubFetch(() => connectionError);
  const { user } = renderPage(<SearchBox id="q" />);
  await enterText(user, "cream");
  expect(await screen.findByText(/No suggestions. Try another word/)).toBeVisible();
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
});

it("closes with Escape, its button, and a click or focus elsewhere", async () => {
  stubFetch(() => createSuggestions("cream"));
  const { user } = renderPage(
    <>
      <SearchBox id="q" />
      <button type="button">Elsewhere</button>
    </>,
  );
  const open = async () => {
    await user.click(getField());
    expect(await screen.findByRole("button", { name: "Close the search" })).toBeVisible();
  };
  const expectClosed = () =>
    waitFor(() => expect(screen.queryByRole("button", { name: "Close the search" })).not.toBeInTheDocument());
  await enterText(user, "cream");
  await findOptions();
  await user.keyboard("{Escape}");
  await expectClosed();
  await open();
  await user.click(screen.getByRole("button", { name: "Close the search" }));
  await expectClosed();
  await open();
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  await expectClosed();
});

it("offers past searches, which can be removed", async () => {
  const history = ["toner", "soap", "cream"].map((label) => ({ label, url: "https://example.com" }));
  localStorage.setItem("search-history", JSON.stringify(history));
  const { user } = renderPage(<SearchBox id="q" />);
  await user.click(getField());
  expect(await screen.findByRole("link", { name: "soap" })).toHaveAttribute("href", "/en-US/product_search?q=soap");
  await user.click(screen.getByRole("button", { name: "Remove “soap” from the history" }));
  expect(screen.queryByRole("link", { name: "soap" })).not.toBeInTheDocument();
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["toner", "cream"]);
  expect(getField()).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
  expect(localStorage.getItem("search-history")).toBe("[]");
});

it("keeps the query of the search results page", () => {
  renderPage(<SearchBox id="q" value="rice toner" />, { url: "/product_search?q=rice toner" });
  expect(getField()).toHaveValue("rice toner");
});
