# Completion of prog for fish, made by "prog completion fish".
function __prog_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ' serve' ' nets' ' nets list' ' nets show'
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
complete -c prog -f
complete -c prog -n '__prog_at \'\'' -a 'serve' -d 'Serve'
complete -c prog -n '__prog_at \'\'' -a 'nets' -d 'Look after nets'
complete -c prog -n '__prog_at \'\'' -l help -s h -d 'Show context-sensitive help'
complete -c prog -n '__prog_at \'\'' -l quiet -s q -d 'Say nothing'
complete -c prog -n '__prog_at \' serve\'' -l engine -x -a 'auto network' -d 'What runs the rules (auto,network)'
complete -c prog -n '__prog_at \' serve\'' -l store -r -F -d 'Where matches are kept'
complete -c prog -n '__prog_at \' serve\'' -l ponder -d 'It\'s thinking on: .dots, \\slashes'
complete -c prog -n '__prog_at \' serve\'' -l no-ponder -d 'Not: It\'s thinking on: .dots, \\slashes'
complete -c prog -n '__prog_at \' serve\'' -l name -x -d 'Anything'
complete -c prog -n '__prog_at \' serve\'' -l help -s h -d 'Show context-sensitive help'
complete -c prog -n '__prog_at \' serve\'' -l quiet -s q -d 'Say nothing'
complete -c prog -n '__prog_at \' nets\'' -a 'list' -d 'List nets'
complete -c prog -n '__prog_at \' nets\'' -a 'show' -d 'Show a net'
complete -c prog -n '__prog_at \' nets\'' -l many -x -d 'How many'
complete -c prog -n '__prog_at \' nets\'' -l help -s h -d 'Show context-sensitive help'
complete -c prog -n '__prog_at \' nets\'' -l quiet -s q -d 'Say nothing'
complete -c prog -n '__prog_at \' nets list\'' -a 'chess checkers'
complete -c prog -n '__prog_at \' nets list\'' -F
complete -c prog -n '__prog_at \' nets list\'' -l many -x -d 'How many'
complete -c prog -n '__prog_at \' nets list\'' -l help -s h -d 'Show context-sensitive help'
complete -c prog -n '__prog_at \' nets list\'' -l quiet -s q -d 'Say nothing'
complete -c prog -n '__prog_at \' nets show\'' -F
complete -c prog -n '__prog_at \' nets show\'' -l many -x -d 'How many'
complete -c prog -n '__prog_at \' nets show\'' -l help -s h -d 'Show context-sensitive help'
complete -c prog -n '__prog_at \' nets show\'' -l quiet -s q -d 'Say nothing'
