import { expect, it } from "vitest";
import { listPages } from "./pagination.tsx";

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 54, [1, 2, 3, null, 54]],
  [4, 54, [1, 2, 3, 4, 5, null, 54]],
  [10, 54, [1, null, 9, 10, 11, null, 54]],
  [54, 54, [1, null, 53, 54]],
])("page %s of %s links to %j", (page, pages, expected) => expect(listPages(page, pages)).toEqual(expected));
