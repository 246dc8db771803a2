/** To be filled. */
export function InspectorScreen() {
  return <h1 className="p-6 font-semibold text-xl">Inspector</h1>;
}
