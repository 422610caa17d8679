/** schema.org objects for machines in the body of a page: their making comes with the part of the page that they stand in. */
export function MachineThings({ things }: { things: readonly object[] }) {
  return things.map((thing, at) => (
    <script
      key={at}
      type="application/ld+json"
      // The text cannot end the script that it stands in.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(thing).replaceAll("<", "\\u003c") }}
    />
  ));
}
