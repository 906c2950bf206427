// Somebody who wants the program to end has an answer within 0.3 s, whatever it is at: it is given a quarter of a
// second to end by itself, and then this says what is to be said and ends it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace polhode::app {

class LastWord {
 public:
    // watch_for_interrupts() must have been called. `code`: to end with.
    LastWord(int code, std::string words);
    ~LastWord();
    LastWord(const LastWord&) = delete;
    LastWord& operator=(const LastWord&) = delete;

    // From here on this would be said; "": somebody else answers, and nothing is ended here.
    void expect(const std::string& words);

 private:
    void watch();

    const int code_;
    std::mutex mutex_;
    std::condition_variable over_or_not_;
    std::string words_;
    bool over_ = false;
    std::thread watch_;
};

}  // namespace polhode::app
