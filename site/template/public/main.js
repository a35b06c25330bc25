// Only blocks that name their language have colors: output of the tests isn't code.
export default {
  configureHljs: hljs => hljs.configure({ languages: [] }),
}
