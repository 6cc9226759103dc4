/** What a page is made of, as it was fetched for the camera. */
export interface LoadedPart {
  status: number
  /** Where the redirects ended. */
  url: string
  /** As the server named it; '' when it did not. */
  contentType: string
  bytes: Uint8Array
}

/** Takes pictures of web pages. It has no way to the web of its own: whoever asks for a picture loads what the page is made of. */
export interface PageCamera {
  /** A picture of the top of a page, 1280 × 800, as JPEG of at most 1 MB. Rejects with a message for people. */
  capture(url: string, options: { load(url: string, isPage: boolean): Promise<LoadedPart>; signal: AbortSignal }): Promise<Uint8Array>
  /** Gives up its window. */
  close(): void
}

/** Makes a camera, for one run. */
export type OpenPageCamera = () => PageCamera
