// net.Socket: the same bytes are written each time, and of the response only what the server of the table sends is understood.

import { connect } from 'node:net';
import { problemOf, readArguments, serve } from './line-protocol.js';

class SocketRequester {
  #url;
  #request;
  #socket;
  #response = '';
  #done;

  constructor(url) {
    this.#url = url;
    this.#request = Buffer.from(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
    this.#socket = this.#connect();
  }

  get(done) {
    this.#done = done;
    this.#response = '';
    if (this.#socket.destroyed) this.#socket = this.#connect();
    this.#socket.write(this.#request);
  }

  #connect() {
    const socket = connect({ host: this.#url.hostname, port: this.#url.port, noDelay: true });
    socket.on('data', chunk => this.#read(chunk));
    socket.on('error', error => (socket.reason = error.message));
    socket.on('close', () => this.#end(socket.reason ?? 'the connection was closed'));
    return socket;
  }

  #read(chunk) {
    this.#response += chunk.latin1Slice();
    const head = this.#response.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\nContent-Length: (\d+)\r\n/.exec(this.#response);
    const body = this.#response.slice(head + 4);
    if (!this.#response.startsWith('HTTP/1.1 200 ')) this.#refuse(`status ${this.#response.slice(9, 12)}`);
    else if (length === null) this.#refuse('no Content-Length');
    else if (body.length >= Number(length[1])) this.#end(problemOf(200, body));
  }

  // The rest of this answer must not be read as the next one.
  #refuse(problem) {
    this.#socket.destroy(new Error(problem));
  }

  #end(problem) {
    const done = this.#done;
    this.#done = undefined;
    done?.(problem);
  }
}

const { url, connections } = readArguments();
await serve(Array.from({ length: connections }, () => new SocketRequester(url)));
