import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Netty with its HTTP codec, as reactor-netty uses it: a connection of its own for each requester, and an event loop a core. */
final class NettyClient implements Requester {
    private final Bootstrap bootstrap;
    private final URI url;
    private Channel channel;
    private volatile Consumer<String> done;

    private NettyClient(NioEventLoopGroup loops, URI url) {
        this.url = url;
        bootstrap = new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel made) {
                    made.pipeline().addLast(new HttpClientCodec(), new HttpObjectAggregator(65536), new Responses());
                }
            });
        channel = connect().syncUninterruptibly().channel();
    }

    public static void main(String[] arguments) throws Exception {
        var options = Arguments.of(arguments);
        var loops = new NioEventLoopGroup(Runtime.getRuntime().availableProcessors());
        LineProtocol.serve(IntStream.range(0, options.connections()).mapToObj(i -> new NettyClient(loops, options.url())).toList());
    }

    @Override
    public void get(Consumer<String> done) {
        this.done = done;
        if (channel.isActive()) {
            send();
        } else {
            connect().addListener((ChannelFuture connection) -> {
                channel = connection.channel();
                if (connection.isSuccess()) {
                    send();
                } else {
                    end(connection.cause().toString());
                }
            });
        }
    }

    private ChannelFuture connect() {
        return bootstrap.connect(url.getHost(), url.getPort());
    }

    private void send() {
        var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, url.getPath(), Unpooled.EMPTY_BUFFER);
        request.headers().set(HttpHeaderNames.HOST, url.getAuthority());
        channel.writeAndFlush(request);
    }

    private void end(String problem) {
        var waiting = done;
        done = null;
        if (waiting != null) {
            waiting.accept(problem);
        }
    }

    private final class Responses extends SimpleChannelInboundHandler<FullHttpResponse> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
            end(Requester.problemOf(response.status().code(), response.content().toString(StandardCharsets.US_ASCII)));
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            end("the connection was closed");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
