// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import type { Download } from '../../download.ts';
import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type { Upload } from '../../upload.ts';
import type * as types from '../types.ts';

/** Attachments of messages. */
export class Files {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Upload a file. Needs the scope `files.write`. */
  upload(upload: Upload, options?: CallOptions): Promise<types.File> {
    return this.#transport.data({ operation: 'createFile', method: 'POST', path: '/v3/files', upload, isKeyed: true }, options);
  }

  /** Read a file’s metadata. Needs the scope `files.read`. */
  get(fileId: string, options?: CallOptions): Promise<types.File> {
    return this.#transport.data({ operation: 'getFile', method: 'GET', path: path`/v3/files/${fileId}` }, options);
  }

  /** Delete a file and its public URL. Needs the scope `files.write`. */
  delete(fileId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteFile', method: 'DELETE', path: path`/v3/files/${fileId}` }, options);
  }

  /** Read the bytes of a file, or a range of them. Needs the scope `files.read`. */
  download(fileId: string, download: Download = {}, options?: CallOptions): Promise<Response> {
    return this.#transport.bytes(
      { operation: 'readFileContent', method: 'GET', path: path`/v3/files/${fileId}/content`, download },
      options,
    );
  }

  /** Read the permanent public URL of a file; the first call creates it. Needs the scope `files.read`. */
  getPublicUrl(fileId: string, options?: CallOptions): Promise<types.GetFilePublicUrlResult> {
    return this.#transport.data(
      { operation: 'getFilePublicUrl', method: 'GET', path: path`/v3/files/${fileId}/public_url` },
      options,
    );
  }

  /** Search files. Needs the scope `files.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.File>> {
    return this.#transport.page({ operation: 'searchFiles', method: 'POST', path: '/v3/files/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.File> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
