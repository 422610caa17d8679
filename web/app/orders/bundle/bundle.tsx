import type { Order } from "@furoshiki/api/orders";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import type { ReactNode } from "react";
import groundImage from "./ground.svg?url&no-inline";
import openClothImage from "./open-cloth.svg?url&no-inline";
import tiedClothImage from "./tied-cloth.svg?url&no-inline";

type BundleItem = Pick<Order["items"][number], "product_id" | "image" | "is_present">;
type BundleProps = { items: readonly BundleItem[]; className?: string };

const MAX_PICTURES = 3;

/** Returns the pictures of up to three different products, gifts last. */
export function listBundlePictures(items: readonly BundleItem[]): NonNullable<BundleItem["image"]>[] {
  const sorted = items.toSorted((a, b) => Number(a.is_present) - Number(b.is_present));
  const byProduct = new Map(sorted.flatMap(({ product_id, image }) => (image ? [[product_id, image]] : [])));
  return [...byProduct.values()].slice(0, MAX_PICTURES);
}

/** Where the products stand behind the bundle, by their number. The knot stays visible between them. */
const tiedPlaces: Record<number, readonly string[]> = {
  1: ["left-[32%] bottom-[26%]"],
  2: ["left-[15%] bottom-[13%]", "left-[46%] bottom-[16%]"],
  3: ["left-[13%] bottom-[13%]", "left-[43%] bottom-[18%]", "left-[60%] bottom-[9%]"],
};

/** Where they stand on the open cloth. */
const openPlaces: Record<number, readonly string[]> = {
  1: ["left-[32%] bottom-[16%]"],
  2: ["left-[17%] bottom-[17%]", "left-[47%] bottom-[14%]"],
  3: ["left-[8%] bottom-[16%]", "left-[32%] bottom-[21%]", "left-[56%] bottom-[13%]"],
};

/** From where they come when the cloth unfolds: behind the knot. */
const unfoldOrigins: Record<number, readonly string[]> = {
  1: ["[--unfold-from:0%]"],
  2: ["[--unfold-from:42%]", "[--unfold-from:-42%]"],
  3: ["[--unfold-from:66%]", "[--unfold-from:0%]", "[--unfold-from:-66%]"],
};

/** The bundle of an order: its products behind a tied cloth. A decoration, so that it has no text. */
export function TiedBundle({ items, className = "" }: BundleProps) {
  const pictures = listBundlePictures(items);
  return (
    <Scene className={className}>
      <Products pictures={pictures} places={tiedPlaces} />
      <img
        src={tiedClothImage}
        alt=""
        width={840}
        height={840}
        className="absolute bottom-0 left-[26%] w-[48%] object-contain"
      />
    </Scene>
  );
}

/** The bundle of a delivered order: the cloth unfolds. With reduced motion only the last frame is shown. */
export function UnfoldedBundle({ items, className = "" }: BundleProps) {
  const pictures = listBundlePictures(items);
  return (
    <Scene className={className}>
      <img
        src={openClothImage}
        alt=""
        width={1000}
        height={340}
        className="absolute bottom-[2%] left-[4%] w-[92%] animate-unfold-cloth"
      />
      <Products pictures={pictures} places={openPlaces} origins={unfoldOrigins} />
      <img
        src={tiedClothImage}
        alt=""
        width={840}
        height={840}
        className="absolute bottom-0 left-[26%] w-[48%] animate-untie-cloth object-contain"
      />
    </Scene>
  );
}

function Scene({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div aria-hidden className={`relative isolate aspect-3/2 overflow-hidden bg-theme-asagi ${className}`}>
      <img
        src={groundImage}
        alt=""
        width={720}
        height={200}
        className="absolute inset-x-0 bottom-0 h-[42%] w-full object-fill"
      />
      {children}
    </div>
  );
}

type ProductsProps = {
  pictures: ReturnType<typeof listBundlePictures>;
  places: Record<number, readonly string[]>;
  origins?: Record<number, readonly string[]>;
};

/** Pictures of products, whose light backgrounds melt into the ground. */
function Products({ pictures, places, origins }: ProductsProps) {
  return pictures.map((image, index) => (
    <span
      key={image.src}
      className={`absolute w-[36%] mix-blend-multiply ${places[pictures.length]?.[index]} ${origins ? `animate-unfold-product ${origins[pictures.length]?.[index]}` : ""}`}
    >
      <Picture
        image={image}
        sizes="(min-width: 1024px) 180px, 36vw"
        className="aspect-4/5 w-full object-cover mask-[radial-gradient(closest-side,#000_64%,transparent)]"
      />
    </span>
  ));
}
