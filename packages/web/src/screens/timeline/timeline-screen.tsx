/** To be filled. */
export function TimelineScreen() {
  return <h1 className="p-6 font-semibold text-xl">Timeline</h1>;
}
