/** schema.org objects as JSON-LD scripts in the body of a page, for structured data that a section of the page renders. */
export function JsonLdScripts({ objects }: { objects: readonly object[] }) {
  return objects.map((object, index) => (
    <script
      key={index}
      type="application/ld+json"
      // The JSON cannot end the script element that contains it.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(object).replaceAll("<", "\\u003c") }}
    />
  ));
}
