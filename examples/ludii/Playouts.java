import java.io.File;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import game.Game;
import game.types.board.SiteType;
import other.GameLoader;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;

/**
 * Random games, played by Ludii, as lines of JSON: java Playouts FILE.lud GAMES SEED
 *
 * A line has, for each ply, the sites of the legal moves, that of the move, and the seeds on every site after it; -1 is a pass. Then come the
 * scores.
 */
public class Playouts {
    public static void main(final String[] arguments) {
        final Game game = GameLoader.loadGameFromFile(new File(arguments[0]));
        final Random random = new Random(Long.parseLong(arguments[2]));
        for (int number = 0; number < Integer.parseInt(arguments[1]); number++) {
            final Context context = new Context(game, new Trial(game));
            game.start(context);
            final StringBuilder plies = new StringBuilder();
            while (!context.trial().over()) {
                final List<Move> legal = IntStream.range(0, game.moves(context).count())
                    .mapToObj(game.moves(context)::get)
                    .collect(Collectors.toList());
                final Move move = legal.get(random.nextInt(legal.size()));
                plies.append(plies.length() == 0 ? "" : ", ")
                    .append("{\"legal\": ").append(legal.stream().map(Playouts::site).collect(Collectors.toList()))
                    .append(", \"move\": ").append(site(move));
                game.apply(context, move);
                final List<Integer> seeds = IntStream.range(0, game.board().numSites())
                    .mapToObj(site -> context.containerState(0).count(site, SiteType.Vertex))
                    .collect(Collectors.toList());
                plies.append(", \"seeds\": ").append(seeds).append("}");
            }
            System.out.printf("{\"plies\": [%s], \"scores\": [%d, %d]}%n", plies, context.score(1), context.score(2));
        }
    }

    private static int site(final Move move) {
        return move.isPass() ? -1 : move.from();
    }
}
