/** Counts the media in a conversation. */
export class MediaTally {
  images = 0;
  documents = false;
  /** The first item that the provider would have to fetch, or that is not metered. */
  blocked: string | undefined;

  block(capability: string): void {
    this.blocked ??= capability;
  }

  /** Counts inline content by media type. Audio and video are not metered. */
  inline(mediaType: string): void {
    if (mediaType.startsWith('image/')) this.images += 1;
    else if (mediaType === 'application/pdf') this.documents = true;
    else if (!mediaType.startsWith('text/')) this.block(`media of type ${mediaType}`);
  }
}
