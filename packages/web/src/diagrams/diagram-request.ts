/** A text to be drawn. */
export interface DiagramRequest {
  readonly id: string;
  readonly text: string;
  readonly dark: boolean;
}

/** What came of it: a picture as SVG, or null where the text cannot be drawn. Under the id `ready` the page says that it listens. */
export interface DiagramAnswer {
  readonly id: string;
  readonly svg: string | null;
}
