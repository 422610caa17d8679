import { OTHER_LETTER } from "./brand-index.ts";

type AlphabetNavProps = {
  label: string;
  alphabet: readonly string[];
  /** Letters that have items. */
  lettersWithItems: ReadonlySet<string>;
};

/** Links from every letter of an alphabet to its section; letters without items are gray and not links. */
export function AlphabetNav({ label, alphabet, lettersWithItems }: AlphabetNavProps) {
  const letters = lettersWithItems.has(OTHER_LETTER) ? [...alphabet, OTHER_LETTER] : alphabet;
  const letterClass = "grid h-11 w-9 place-items-center font-display text-lg";
  return (
    <nav
      aria-label={label}
      data-second-bar=""
      className="scroll-x top-[109px] z-20 -mx-4 mt-3 border-b border-line bg-paper px-4 tall:sticky lg:top-[118px] lg:mx-0 lg:px-0"
    >
      <ul className="flex lg:justify-between">
        {letters.map((letter) => (
          <li key={letter}>
            {lettersWithItems.has(letter) ? (
              <a
                href={`#${getLetterId(letter)}`}
                className={`${letterClass} font-semibold text-ink hover:text-tokiwa-700`}
              >
                {letter}
              </a>
            ) : (
              <span aria-hidden className={`${letterClass} text-ink-3 opacity-60`}>
                {letter}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the id of the heading of a letter. */
export function getLetterId(letter: string): string {
  return `letter-${letter === OTHER_LETTER ? "other" : letter}`;
}
