import sakuraNarrow from "./grounds/sakura-narrow.svg?url&no-inline";
import sakuraWide from "./grounds/sakura-wide.svg?url&no-inline";
import tokiwaNarrow from "./grounds/tokiwa-narrow.svg?url&no-inline";
import tokiwaWide from "./grounds/tokiwa-wide.svg?url&no-inline";

const grounds = {
  sakura: { narrow: sakuraNarrow, wide: sakuraWide },
  tokiwa: { narrow: tokiwaNarrow, wide: tokiwaWide },
} as const;

type ClothGroundProps = {
  cloth: keyof typeof grounds;
  /** Whether it is higher than wide on large screens, too. */
  isNarrow?: boolean;
};

/** Folded cloth with a table that goods stand on, as the background of the positioned element around it. */
export function ClothGround({ cloth, isNarrow = false }: ClothGroundProps) {
  const { narrow, wide } = grounds[cloth];
  return (
    <picture>
      {isNarrow ? null : <source media="(width >= 64rem)" srcSet={wide} />}
      <img src={narrow} alt="" className="absolute inset-0 size-full object-cover object-right-bottom" />
    </picture>
  );
}
