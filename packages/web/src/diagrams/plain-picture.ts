const FORBIDDEN = 'script, foreignObject, image, iframe, object, embed, audio, video, a, use';

/** A drawing as a picture that stands alone: of its own size, with nothing in it that runs, links or loads. */
export function plainPicture(svg: string): string {
  // As markup of a page: what the library writes is not always well-formed XML.
  const root = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (root === null) throw new Error('This is no picture.');
  for (const element of root.querySelectorAll(FORBIDDEN))
    element.replaceWith(...(element.localName === 'a' ? element.childNodes : []));
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of [...element.attributes])
      if (/^on/i.test(name) || (/href$/i.test(name) && !value.startsWith('#'))) element.removeAttribute(name);
  for (const style of root.querySelectorAll('style'))
    style.textContent = (style.textContent ?? '').replace(/@import[^;@]*;|url\((?!\s*['"]?#)[^()]*\)/gi, '');
  const [, , width, height] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (width !== undefined && height !== undefined && width > 0 && height > 0) {
    root.setAttribute('width', String(Math.ceil(width)));
    root.setAttribute('height', String(Math.ceil(height)));
    root.removeAttribute('style');
  }
  return new XMLSerializer().serializeToString(root);
}
