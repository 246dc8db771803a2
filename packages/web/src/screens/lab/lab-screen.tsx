/** To be filled. */
export function LabScreen() {
  return <h1 className="p-6 font-semibold text-xl">Lab</h1>;
}
