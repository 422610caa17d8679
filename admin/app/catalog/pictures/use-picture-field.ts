import { useRef, useState } from "react";
import { setFieldValue } from "../use-product-form.ts";
import { formatPictures, moveItem, parsePictures, type PictureReference } from "./picture-references.ts";

/**
 * The pictures in the form of a product. The field of the form has them, so that the form, its draft and its preview
 * treat them like all other fields; the component shows what the field has.
 * @param initial the value of the field at first
 */
export function usePictureField(initial: string) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState(initial);
  const read = () => parsePictures(ref.current?.value ?? value);
  const write = (pictures: readonly PictureReference[]) => {
    if (ref.current) setFieldValue(ref.current, formatPictures(pictures));
  };
  return {
    pictures: parsePictures(value),
    /** The props of the field. */
    field: {
      ...{ ref, defaultValue: initial },
      onInput: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => setValue(currentTarget.value),
    },
    add: (key: string) => {
      if (!read().some((picture) => picture.key === key)) write([...read(), { key, optionId: null }]);
    },
    remove: (key: string) => write(read().filter((picture) => picture.key !== key)),
    move: (from: number, to: number) => write(moveItem(read(), from, to)),
    /** Replaces a picture by another one, unless the product has that one already. */
    replace: (key: string, by: string) =>
      write(
        read()
          .filter((picture) => picture.key !== by || key === by)
          .map((picture) => (picture.key === key ? { ...picture, key: by } : picture)),
      ),
    setOption: (key: string, optionId: number | null) =>
      write(read().map((picture) => (picture.key === key ? { ...picture, optionId } : picture))),
  };
}
