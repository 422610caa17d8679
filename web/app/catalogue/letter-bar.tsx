import { OTHER } from "./brand-index.ts";

type LetterBarProps = {
  label: string;
  all: readonly string[];
  /** Letters that something stands under. */
  held: ReadonlySet<string>;
};

/** Every letter of an alphabet, each leading to its part of the page; those without any names are grey and lead nowhere. */
export function LetterBar({ label, all, held }: LetterBarProps) {
  const letters = held.has(OTHER) ? [...all, OTHER] : all;
  const box = "grid h-11 w-9 place-items-center font-display text-lg";
  return (
    <nav
      aria-label={label}
      data-second-bar=""
      className="scroll-x top-[109px] z-20 -mx-4 mt-3 border-b border-line bg-paper px-4 tall:sticky lg:top-[118px] lg:mx-0 lg:px-0"
    >
      <ul className="flex lg:justify-between">
        {letters.map((letter) => (
          <li key={letter}>
            {held.has(letter) ? (
              <a href={`#${letterId(letter)}`} className={`${box} font-semibold text-ink hover:text-tokiwa-700`}>
                {letter}
              </a>
            ) : (
              <span aria-hidden className={`${box} text-ink-3 opacity-60`}>
                {letter}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The id of the heading over what begins with a letter. */
export function letterId(letter: string): string {
  return `letter-${letter === OTHER ? "other" : letter}`;
}
