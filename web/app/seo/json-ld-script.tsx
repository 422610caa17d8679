/**
 * schema.org objects as a JSON-LD script in the body of a page, for structured data that a section of the page renders.
 * Only documents contain it, because search engines read documents: in the browser the script keeps what the server
 * rendered, and is empty after a navigation. Pass an empty list there, so that the functions that create the objects are
 * not loaded.
 */
export function JsonLdScript({ objects }: { objects: readonly object[] }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // The JSON cannot end the script element that contains it.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(objects).replaceAll("<", "\\u003c") }}
    />
  );
}
